/// A setting as the environment, the flags and the manual have it.
public struct SettingEntry: Sendable {
    /// All settings, in the order of ``SettingTable``.
    public static let all = SettingTable.rows.map(\.entry)

    /// The environment variable and the credential, such as `LATCHKEY_DATA_DIR`.
    public let name: String
    /// Markdown: the default, or what an absent value means.
    let defaultText: String
    /// Markdown: a cell of the table in docs/operations.md.
    let help: String
    /// Whether the value is a secret or may contain one.
    let isSecret: Bool

    /// The flag's name, such as `data-dir`. Nil for a secret: other users of the machine can read flags in the list of
    /// processes.
    public var flag: String? {
        isSecret ? nil : name.dropFirst("LATCHKEY_".count).lowercased().replacing("_", with: "-")
    }

    /// The help of the flag, without markup.
    public var flagHelp: String {
        "\(help) (default: \(defaultText))".replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing("`", with: "")
    }
}
