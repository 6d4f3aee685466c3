import Foundation
import HTTPTypes
import NIOCore

/// Finds a client's address behind proxies (V11).
///
/// Each proxy appends the address of its client at the right of `X-Forwarded-For`
/// (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Forwarded-For#selecting_an_ip_address), so behind n
/// trusted proxies the n-th entry from the right is the client's. Anyone can have written the entries to the left of
/// it. They are not read at all: their length must not decide which address counts.
struct ClientAddress: Sendable {
    /// The longest address has 45 characters, and 53 in brackets and with a port. A longer entry is no address.
    static let maximumEntryLength = 64

    let trustedProxies: Int

    /// Returns the address of the client, or that of the connection where the entry is missing or is no address.
    func of(_ fields: HTTPFields, connection: String?) -> String? {
        guard trustedProxies > 0, let entry = entry(in: fields[values: .xForwardedFor]) else { return connection }
        return Self.address(in: entry) ?? connection
    }

    /// Returns the n-th entry from the right over all lines of the header; nil if there are fewer, or if it is too
    /// long.
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

    /// Reads `192.0.2.1` and `2001:db8::1`, and also `192.0.2.1:80` and `[2001:db8::1]:80`, as some proxies write them;
    /// returns nil for anything else.
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
