public import Foundation

/// Where a server is: `https://lock.example.com`, with a port and a path if it has them.
public struct ServerURL: Hashable, Sendable {
    /// Without a slash at its end.
    public let url: URL

    /// Returns nil unless the text is an `https` URL without user, query and fragment.
    ///
    /// `http` is accepted for this machine alone (`localhost`, `127.x.x.x`, `[::1]`): tokens and passcodes travel in
    /// the requests.
    public init?(_ text: String) {
        guard var parts = URLComponents(string: text), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        let scheme = parts.scheme?.lowercased()
        guard scheme == "https" || (scheme == "http" && Self.isThisMachine(host)) else { return nil }
        while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
        guard let url = parts.url else { return nil }
        self.url = url
    }

    private static func isThisMachine(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        // Four numbers: `127.evil.example` is a name.
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }
}

extension ServerURL: CustomStringConvertible {
    /// The URL.
    public var description: String { url.absoluteString }
}
