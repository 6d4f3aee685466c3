import Foundation
import HTTPTypes
import NIOCore

/// The resolver of a client's address behind proxies (V11).
///
/// Each proxy appends its client's address to `X-Forwarded-For`
/// (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Forwarded-For#selecting_an_ip_address). Behind n
/// trusted proxies, the n-th entry from the right is the client's. Entries before it can be forged, and are not parsed,
/// so that their length has no effect.
struct ClientAddress: Sendable {
    /// The maximum length of an entry. The longest address has 45 characters, and 53 in brackets with a port.
    static let maximumEntryLength = 64

    let trustedProxies: Int

    /// Returns the client's address, or that of the connection if the entry is missing or invalid.
    func of(_ fields: HTTPFields, connection: String?) -> String? {
        guard trustedProxies > 0, let entry = entry(in: fields[values: .xForwardedFor]) else { return connection }
        return Self.address(in: entry) ?? connection
    }

    /// Returns the n-th entry from the right over all lines of the header; nil if there are fewer, or it is too long.
    private func entry(in lines: [String]) -> String? {
        var remaining = trustedProxies
        for line in lines.reversed() {
            var rest = line.utf8[...]
            while true {
                let comma = rest.lastIndex(of: UInt8(ascii: ","))
                remaining -= 1
                if remaining == 0 {
                    let entry = comma.map { rest[rest.index(after: $0)...] } ?? rest
                    return entry.count <= Self.maximumEntryLength ? String(Substring(entry)) : nil
                }
                guard let comma else { break }
                rest = rest[..<comma]
            }
        }
        return nil
    }

    /// Parses `192.0.2.1` and `2001:db8::1`, optionally with a port such as `192.0.2.1:80` and `[2001:db8::1]:80`.
    /// Returns nil for other texts.
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
