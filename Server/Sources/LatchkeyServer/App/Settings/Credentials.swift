import Foundation

/// Settings that systemd passes as files: `LoadCredential=LATCHKEY_SECRET_KEYS:…` in the unit. Unlike the environment,
/// they are hidden from other processes (https://systemd.io/CREDENTIALS/).
enum Credentials {
    /// Returns the environment merged with the files of `$CREDENTIALS_DIRECTORY`. A variable overrides a file.
    ///
    /// - Throws: ``SettingError`` for a file that exists but cannot be read.
    static func adding(to environment: [String: String]) throws -> [String: String] {
        guard let directory = environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else { return environment }
        var result = environment
        for name in SettingEntry.all.map(\.name) where environment[name] == nil {
            let file = URL(filePath: directory).appending(path: name).path
            guard FileManager.default.fileExists(atPath: file) else { continue }
            guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
            else {
                throw SettingError(
                    name: name, reason: "\(file.debugDescription) cannot be read. Use a readable file in UTF-8")
            }
            // Removes the final line feed. Uses scalars, because CR LF is one character.
            var scalars = text.unicodeScalars
            if scalars.last == "\n" { scalars.removeLast() }
            guard scalars.last != "\r" else {
                throw SettingError(
                    name: name, reason: "\(file.debugDescription) ends with CR. Save it with LF line endings")
            }
            result[name] = String(scalars)
        }
        return result
    }
}
