internal import Crypto
internal import Foundation
internal import LatchkeyAPI

/// The folder of one server's data. Each server has its own, so that no server receives another's data.
struct ServerFolder: Sendable {
    let url: URL

    /// - Parameters:
    ///   - server: The server. In the folder's name, every character of its address except letters, digits, dots and
    ///     hyphens is escaped.
    ///   - data: The app's data folder.
    init(of server: ServerURL, in data: URL) {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789.-")
        let name = server.url.absoluteString.lowercased().addingPercentEncoding(withAllowedCharacters: allowed)
        url = data.appending(path: name ?? "server")
    }

    /// The folder's identifier on this machine, which does not reveal its path.
    var identifier: String {
        SHA256.hash(data: Data(url.path.utf8)).prefix(8).map { String(UInt16($0) | 0x100, radix: 16).suffix(2) }
            .joined()
    }

    /// The file of notes and drafts.
    var notes: URL { url.appending(path: "notes.sqlite") }
    var sessionLock: URL { url.appending(path: "session.lock") }
}
