internal import Foundation
internal import LatchkeyAPI

/// Which server the app talks to: the flag, else `LATCHKEY_SERVER`, else the file, else the one of `make run`.
enum ServerSetting {
    static let variable = "LATCHKEY_SERVER"
    static let standard = "http://127.0.0.1:8080"

    /// Why there is none.
    enum Failure: Error, Equatable {
        /// The text is no server's address.
        case malformed(String)
        /// The file cannot be read as settings.
        case unreadable(path: String)
    }

    /// Finds the server.
    static func load(flag: String?, environment: [String: String], file: URL) throws(Failure) -> ServerURL {
        var text = flag ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        if text == nil { text = try SettingsFile.load(from: file).server }
        return try parse(text ?? standard)
    }

    private static func parse(_ text: String) throws(Failure) -> ServerURL {
        guard let server = ServerURL(text) else { throw .malformed(text) }
        return server
    }

    /// Keeps the server for the next start, if it is another one than is kept. Other settings stay as they are.
    static func save(_ server: ServerURL, to file: URL) throws {
        let text = server.url.absoluteString
        var settings = (try? SettingsFile.load(from: file)) ?? SettingsFile()
        guard settings.server ?? standard != text else { return }
        settings.server = text
        try settings.save(to: file)
    }
}
