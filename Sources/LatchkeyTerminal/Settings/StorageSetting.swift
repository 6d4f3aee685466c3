internal import Foundation

/// The storage of a new server's secrets: `LATCHKEY_STORAGE`, else the settings file, else the system's default.
enum StorageSetting: String, CaseIterable, Encodable {
    /// The desktop's keyring.
    case keyring
    /// Files of the app.
    case file

    static let variable = "LATCHKEY_STORAGE"

    /// The reason that no storage can be used.
    enum Failure: Error, Equatable {
        /// The text is not the name of a storage.
        case malformed(String)
        /// There is no keyring, and the settings do not allow files.
        case unchosen(reason: String, settings: String)
        /// The secrets are in a keyring, or should be, but no keyring runs.
        case absent(reason: String)
        /// The keyring does not respond.
        case silent
        /// The keyring is locked.
        case locked
        /// The keyring is not the one that has the secrets.
        case foreign
        /// The settings require a keyring on a system that offers none to this program.
        case unsupported
    }

    /// Returns the user's choice, or nil.
    static func load(environment: [String: String], file: URL) throws -> StorageSetting? {
        var text = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        if text == nil { text = try SettingsFile.load(from: file).storage }
        guard let text else { return nil }
        guard let setting = StorageSetting(rawValue: text) else { throw Failure.malformed(text) }
        return setting
    }
}
