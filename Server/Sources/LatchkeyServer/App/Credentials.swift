import Foundation

/// Settings that systemd hands over as files: `LoadCredential=LATCHKEY_SECRET_KEYS:…` in the unit. Unlike the
/// environment, they are seen by no other process (https://systemd.io/CREDENTIALS/).
enum Credentials {
    /// Returns the environment with the settings of `$CREDENTIALS_DIRECTORY` in it: files that bear their names. What
    /// the environment has already counts before a file.
    ///
    /// - Throws: ``SettingError`` for a file that is there and cannot be read.
    static func adding(to environment: [String: String]) throws -> [String: String] {
        guard let directory = environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else { return environment }
        var result = environment
        for name in SettingName.allCases where environment[name.rawValue] == nil {
            let file = URL(filePath: directory).appending(path: name.rawValue).path
            guard FileManager.default.fileExists(atPath: file) else { continue }
            guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
            else { throw SettingError(name: name, reason: "its credential cannot be read") }
            // An editor ends the last line.
            result[name.rawValue] = text.hasSuffix("\n") ? String(text.dropLast()) : text
        }
        return result
    }
}
