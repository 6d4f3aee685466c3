/// The check of names in the environment, because a misspelled setting is ignored.
enum SettingsCheck {
    static let prefix = "LATCHKEY_"

    static func finding(_ environment: [String: String], isDevelopment: Bool) -> Finding {
        let known = Set(SettingEntry.all.map(\.name))
        let names = environment.keys.filter { $0.hasPrefix(prefix) }.sorted()
        let unknown = names.filter { !known.contains($0) }
        if !unknown.isEmpty {
            return Finding(
                .settings, .warning, "no settings of this version: \(unknown.joined(separator: ", "))",
                advice: "look whether the names are spelled right")
        }
        if isDevelopment {
            return Finding(
                .settings, .warning, "LATCHKEY_DEV is on, which shows all mails at /dev/mailbox",
                advice: "leave it out of what people use")
        }
        let text = names.isEmpty ? "none is set; the defaults hold" : "set are \(names.joined(separator: ", "))"
        return Finding(.settings, .fine, text)
    }
}
