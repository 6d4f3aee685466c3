import NIOCore

/// The network that rate limits count: an IPv4 address, or the first 64 bits of an IPv6 address, because a host chooses
/// the others (RFC 4291, 2.5.1; RFC 8981).
struct ClientNetwork: Hashable, Sendable {
    /// The network as text, such as `192.0.2.1` or `2001:db8:0:1::/64`.
    let text: String
    /// The range of all networks of the site: the first 48 bits, up to 65,536 networks (RFC 6177). Nil for IPv4.
    let site: ClosedRange<String>?

    /// - Parameter ip: An address as text. Other texts are used unchanged.
    init(ip: String) {
        guard case .v6(let address)? = try? SocketAddress(ipAddress: ip, port: 0) else {
            text = ip
            site = nil
            return
        }
        // Family, port and flow label are the first 8 bytes of sockaddr_in6 (RFC 3493, 3.3).
        let bytes = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            // An IPv4 client of a dual-stack socket (RFC 4291, 2.5.5.2).
            text = bytes.suffix(4).map(String.init).joined(separator: ".")
            site = nil
        } else {
            let groups = stride(from: 0, to: 8, by: 2).map { index in
                String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
            }
            text = groups.joined(separator: ":") + "::/64"
            let prefix = groups.prefix(3).joined(separator: ":") + ":"
            // Next is a digit or a letter up to f.
            site = prefix...(prefix + "g")
        }
    }
}
