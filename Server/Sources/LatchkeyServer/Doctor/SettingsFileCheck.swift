import Foundation

/// The check of the settings file for exposed secrets. Other users can read the package's file.
struct SettingsFileCheck: Sendable {
    let file: String

    /// Returns nil unless other users can read a secret in the file.
    func finding() -> Finding? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o004 != 0,
            let text = try? String(contentsOfFile: file, encoding: .utf8)
        else { return nil }
        let names = text.split(separator: "\n").compactMap(Self.secret(in:))
        guard !names.isEmpty else { return nil }
        return Finding(
            .settings, .failure,
            "all users of this machine can read \(names.joined(separator: ", ")) in \(file.debugDescription)",
            advice: "replace them, and move them into files of root; see docs/operations.md")
    }

    /// Returns the name of a secret that a line sets.
    private static func secret(in line: Substring) -> String? {
        let parts = line.split(separator: "=", maxSplits: 1)
        let name = parts[0].trimmingCharacters(in: .whitespaces)
        guard parts.count == 2, let entry = SettingEntry.all.first(where: { $0.name == name }) else { return nil }
        let value = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\"'"))
        return entry.isSecret(value) ? name : nil
    }
}

extension SettingEntry {
    /// Whether a value must be secret.
    fileprivate func isSecret(_ value: String) -> Bool {
        guard isSecret, !value.isEmpty else { return false }
        return name != SettingTable.name(of: \.mailURL) || EmailTransportConfiguration.hasSecret(url: value)
    }
}
