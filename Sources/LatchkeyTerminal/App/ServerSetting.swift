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

    private struct File: Codable {
        var server: String?
    }

    /// Finds the server.
    static func load(flag: String?, environment: [String: String], file: URL) throws(Failure) -> ServerURL {
        var text = flag ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        if text == nil { text = try stored(in: file) }
        return try parse(text ?? standard)
    }

    private static func parse(_ text: String) throws(Failure) -> ServerURL {
        guard let server = ServerURL(text) else { throw .malformed(text) }
        return server
    }

    /// Keeps the server for the next start, if it is another one than is kept.
    static func save(_ server: ServerURL, to file: URL) throws {
        let text = server.url.absoluteString
        guard (try? stored(in: file)) ?? standard != text else { return }
        let data = try JSONEncoder().encode(File(server: text))
        let new = file.appendingPathExtension("new")
        // 0600 whatever the umask is, and never half a file.
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: new.path, contents: data, attributes: attributes),
            rename(new.path, file.path) == 0
        else { throw CocoaError(.fileWriteUnknown) }
    }

    private static func stored(in file: URL) throws(Failure) -> String? {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw .unreadable(path: file.path)
        }
        do { return try JSONDecoder().decode(File.self, from: data).server } catch {
            throw .unreadable(path: file.path)
        }
    }
}
