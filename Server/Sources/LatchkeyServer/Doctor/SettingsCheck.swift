/// The check of names in the environment, because a misspelled setting is ignored.
enum SettingsCheck {
    static let prefix = "LATCHKEY_"

    static func finding(_ environment: [String: String], isDevelopment: Bool) -> Finding {
        let known = Set(SettingEntry.all.map(\.name))
        let names = environment.keys.filter { $0.hasPrefix(prefix) }.sorted()
        let unknown = names.filter { !known.contains($0) }
        if !unknown.isEmpty {
            return Finding(
                .settings, .warning, "unknown settings: \(unknown.joined(separator: ", "))",
                advice: "check the spelling")
        }
        if isDevelopment {
            return Finding(
                .settings, .warning, "LATCHKEY_DEV is enabled: /dev/mailbox shows all emails",
                advice: "disable it in production")
        }
        let text = names.isEmpty ? "none is set; the defaults apply" : "set: \(names.joined(separator: ", "))"
        return Finding(.settings, .fine, text)
    }
}
