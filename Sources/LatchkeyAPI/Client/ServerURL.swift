public import Foundation

/// The address of a server: `https://lock.example.com`, optionally with a port and a path.
public struct ServerURL: Hashable, Sendable {
    /// The URL without a trailing slash.
    public let url: URL

    /// Returns nil unless the text is `https://HOST`, `https://HOST:PORT` or `https://HOST/PATH`, without user, query,
    /// fragment and characters that would have to be encoded.
    ///
    /// `http` is accepted only for this machine (`localhost`, `127.x.x.x`, `[::1]`), since requests contain tokens and
    /// passcodes. Backend middleware in other languages has the same rule: `Backend/test/cases.json`.
    public init?(_ text: String) {
        // A host that ends in a number is an address: WHATWG's parser, for one, reads 127.1 as such
        // (https://url.spec.whatwg.org/#host-parsing).
        let form =
            #/
            (?<base>(?<scheme>[Hh][Tt][Tt][Pp][Ss]?):\/\/
            (?<host>(?:[A-Za-z0-9_\-]+\.)*[A-Za-z][A-Za-z0-9_\-]*|(?<address>[0-9]+(?:\.[0-9]+){3})|\[[0-9A-Fa-f:.]+\])
            (?::(?<port>[1-9][0-9]{0,4}))?
            (?:\/[A-Za-z0-9_~\-][A-Za-z0-9._~\-]*)*)
            \/*
            /#
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let match = text.wholeMatch(of: form),
            match.address.map({ Self.bytes(of: $0) != nil }) ?? true, match.port.map({ UInt16($0) != nil }) ?? true,
            match.scheme.lowercased() == "https" || Self.isThisMachine(match.host.lowercased()),
            let url = URL(string: String(match.base))
        else { return nil }
        self.url = url
    }

    private static func isThisMachine(_ host: String) -> Bool {
        ["localhost", "[::1]"].contains(host) || bytes(of: host[...])?.first == 127
    }

    /// The bytes of an IPv4 address; nil for anything else.
    private static func bytes(of host: Substring) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { UInt8($0) }
        // Four numbers without leading zeros, since `127.evil.example` is a name.
        return parts.count == 4 && bytes.map(String.init) == parts.map(String.init) ? bytes : nil
    }
}

extension ServerURL: CustomStringConvertible {
    /// The text of the URL.
    public var description: String { url.absoluteString }
}
