import Foundation

/// A host in lower case and punycode, as in requests, origins and certificates.
///
/// `URLComponents.host` decodes percent encoding and punycode. Do not use it for comparisons with other programs.
struct HostName: Equatable, Sendable {
    /// The host as text, such as `xn--bcher-kva.example`; an IPv6 address is in brackets.
    let text: String

    /// Returns nil unless browsers accept the URL's host.
    init?(of url: URLComponents) {
        // Only `host` is nil for invalid punycode.
        guard url.host != nil, let host = url.encodedHost?.lowercased(), !host.isEmpty,
            host.utf8.allSatisfy(Self.isLegal)
        else { return nil }
        text = host
    }

    /// Returns nil unless the text is exactly a host.
    init?(_ text: String) {
        guard let url = URLComponents(string: "https://\(text)"), url.path.isEmpty, url.port == nil, url.user == nil,
            url.query == nil, url.fragment == nil
        else { return nil }
        self.init(of: url)
    }

    static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1", "[::1]"]

    var isLoopback: Bool { Self.loopback.contains(text) }

    private static func isLegal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._[]:".utf8.contains(byte)
        }
    }
}
