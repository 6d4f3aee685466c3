import Foundation
import HTTPTypes
import NIOCore

/// Finds a client's address behind proxies (V11).
///
/// Each proxy adds the address that it was asked from at the right of `X-Forwarded-For`
/// (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Forwarded-For#selecting_an_ip_address), so behind n
/// of one's own the n-th entry from the right is the client's. What stands left of it anybody may have written.
struct ClientAddress: Sendable {
    /// A header that is longer was not written by well-meaning proxies.
    static let maximumHeaderLength = 4096

    let trustedProxies: Int

    /// Returns the client's address, or the connection's where the header has too few entries or no address there.
    func of(_ fields: HTTPFields, connection: String?) -> String? {
        guard trustedProxies > 0 else { return connection }
        let lines = fields[values: .xForwardedFor]
        guard lines.reduce(0, { $0 + $1.utf8.count }) <= Self.maximumHeaderLength else { return connection }
        let entries = lines.flatMap { $0.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) }
        guard entries.count >= trustedProxies else { return connection }
        return Self.address(in: String(Substring(entries[entries.count - trustedProxies]))) ?? connection
    }

    /// Reads `192.0.2.1`, `2001:db8::1`, and with a port `192.0.2.1:80` and `[2001:db8::1]:80`, as some proxies write
    /// it; nil for all else.
    private static func address(in entry: String) -> String? {
        let text = entry.trimmingCharacters(in: .whitespaces)
        if let address = try? SocketAddress(ipAddress: text, port: 0) { return address.ipAddress }
        let host = text.wholeMatch(of: /\[([0-9A-Fa-f:.]+)\](?::[0-9]+)?|([0-9.]+):[0-9]+/).flatMap { $0.1 ?? $0.2 }
        return try? host.map { try SocketAddress(ipAddress: String($0), port: 0) }?.ipAddress
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For").unsafelyUnwrapped  // A constant of legal characters.
}
