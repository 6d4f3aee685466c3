internal import Foundation
internal import LatchkeyAPI

/// The server's address: the flag, else `LATCHKEY_SERVER`, else the settings file, else the address of `make run`.
enum ServerSetting {
    static let variable = "LATCHKEY_SERVER"
    static let standard = "http://127.0.0.1:8080"

    enum Failure: Error, Equatable {
        /// The text is not a server's address.
        case malformed(String)
        /// The file is not a valid settings file.
        case unreadable(path: String)
    }

    static func load(flag: String?, environment: [String: String], file: URL) throws(Failure) -> ServerURL {
        var text = flag ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        if text == nil { text = try SettingsFile.load(from: file).server }
        let address = text ?? standard
        guard let server = ServerURL(address) else { throw .malformed(address) }
        return server
    }

    /// Stores the server for the next start, unless it is already stored. Other settings do not change. An invalid file
    /// is not changed.
    static func save(_ server: ServerURL, to file: URL) throws {
        let text = server.url.absoluteString
        var settings = try SettingsFile.load(from: file)
        guard settings.server ?? standard != text else { return }
        settings.server = text
        try settings.save(to: file)
    }
}
