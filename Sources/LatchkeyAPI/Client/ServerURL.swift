public import Foundation

/// The address of a server: `https://lock.example.com`, optionally with a port and a path.
public struct ServerURL: Hashable, Sendable {
    /// The URL without a trailing slash.
    public let url: URL

    /// Returns nil unless the text is an `https` URL without user, query and fragment.
    ///
    /// `http` is accepted only for this machine (`localhost`, `127.x.x.x`, `[::1]`), since requests contain tokens and
    /// passcodes.
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
        // Four numbers, since `127.evil.example` is a name.
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }
}

extension ServerURL: CustomStringConvertible {
    /// The URL.
    public var description: String { url.absoluteString }
}
