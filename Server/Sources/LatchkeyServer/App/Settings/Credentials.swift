import Foundation

/// Settings that systemd passes as files: `LoadCredential=LATCHKEY_SECRET_KEYS:…` in the unit. Unlike the environment,
/// no other process sees them (https://systemd.io/CREDENTIALS/).
enum Credentials {
    /// Returns the environment with the settings of `$CREDENTIALS_DIRECTORY` in it, from the files of their names. A
    /// variable of the environment comes before a file.
    ///
    /// - Throws: ``SettingError`` for a file that exists and cannot be read.
    static func adding(to environment: [String: String]) throws -> [String: String] {
        guard let directory = environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else { return environment }
        var result = environment
        for name in SettingEntry.all.map(\.name) where environment[name] == nil {
            let file = URL(filePath: directory).appending(path: name).path
            guard FileManager.default.fileExists(atPath: file) else { continue }
            guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
            else { throw SettingError(name: name, reason: "its credential cannot be read") }
            // Editors end the last line with a line feed. By scalars: a CR LF is one character.
            var scalars = text.unicodeScalars
            if scalars.last == "\n" { scalars.removeLast() }
            guard scalars.last != "\r" else {
                throw SettingError(name: name, reason: "its credential ends with CR; save it with LF line ends")
            }
            result[name] = String(scalars)
        }
        return result
    }
}
