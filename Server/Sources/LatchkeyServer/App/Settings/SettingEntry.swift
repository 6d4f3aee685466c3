/// A setting's name, help and default, for the environment, flags and manual.
public struct SettingEntry: Sendable {
    /// All settings, in the order of ``SettingTable``.
    public static let all = SettingTable.rows.map(\.entry)

    /// The name of the environment variable and credential, such as `LATCHKEY_DATA_DIR`.
    public let name: String
    /// Markdown: the default, or the meaning of absence.
    let defaultText: String
    /// Markdown: a cell of the table in docs/operations.md.
    let help: String
    /// Whether the value is or contains a secret.
    let isSecret: Bool

    /// The flag's name, such as `data-dir`. Nil for a secret, because process lists show flags to other users.
    public var flag: String? {
        isSecret ? nil : name.dropFirst("LATCHKEY_".count).lowercased().replacing("_", with: "-")
    }

    /// The help of the flag, without markup.
    public var flagHelp: String {
        // A regular expression would take a tenth of each start.
        var text = "\(help) (default: \(defaultText))".replacing("`", with: "")
        while let middle = text.firstRange(of: "]("), let start = text[..<middle.lowerBound].lastIndex(of: "["),
            let end = text[middle.upperBound...].firstIndex(of: ")")
        {
            text = String(text[..<start] + text[start..<middle.lowerBound].dropFirst() + text[end...].dropFirst())
        }
        return text
    }
}
