import Foundation

/// A resolver of numeric addresses.
///
/// libpq resolves names without a useful deadline: `PQconnectdb` reports no SQLSTATE on failure, and `PQconnectPoll`
/// never skips an address that does not respond.
enum HostResolver {
    /// Blocks until the system's resolver returns.
    ///
    /// - Returns: The addresses in the order of RFC 6724; `[nil]` for a Unix socket.
    static func addresses(of host: PostgresHost) throws(ConnectionFailure) -> [String?] {
        if host.isSocket { return [nil] }
        var hints = addrinfo()
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host.name, nil, &hints, &list)
        guard status == 0 else {
            throw ConnectionFailure(message: "host \(host.name): \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(list) }
        var addresses: [String?] = []
        var next = list
        while let entry = next?.pointee {
            if let numeric = numeric(entry), !addresses.contains(numeric) { addresses.append(numeric) }
            next = entry.ai_next
        }
        return addresses
    }

    private static func numeric(_ entry: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(
            entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        return status == 0 ? text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } : nil
    }
}
