internal import Foundation

/// Where the secrets of a server go that has none yet: `LATCHKEY_STORAGE`, else the file, else whatever the system
/// offers.
enum StorageSetting: String, CaseIterable {
    /// The desktop's keyring.
    case keyring
    /// Files of the app's own.
    case file

    static let variable = "LATCHKEY_STORAGE"

    /// Why it cannot be followed.
    enum Failure: Error, Equatable {
        /// The text is no storage's name.
        case malformed(String)
        /// Nobody keeps secrets here, and nobody said that files should.
        case unchosen(reason: String, settings: String)
        /// The secrets are in a keyring, or should be, and there is none.
        case absent(reason: String)
        /// The keyring does not answer.
        case silent
        /// The keyring is locked.
        case locked
        /// The keyring is another one than the secrets are in.
        case foreign
    }

    /// Finds what the person has said; nil when nothing.
    static func load(environment: [String: String], file: URL) throws -> StorageSetting? {
        var text = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        if text == nil { text = try SettingsFile.load(from: file).storage }
        guard let text else { return nil }
        guard let setting = StorageSetting(rawValue: text) else { throw Failure.malformed(text) }
        return setting
    }
}
