/// `X-Forwarded-For` of a request that was sent with a forged one, as it arrived (V11).
struct ProxyHeaders: Equatable, Sendable {
    /// A documentation address (RFC 5737, 3), which no client has.
    static let forged = "192.0.2.1"

    /// The number of proxies that appended to the header. The first may replace its content.
    let proxies: Int

    init(lines: [String]) {
        let entries = lines.joined(separator: ",").split(separator: ",").map { $0.filter { $0 != " " } }
            .filter { !$0.isEmpty }
        let written = entries.lastIndex(of: Self.forged).map { entries[($0 + 1)...] } ?? entries[...]
        proxies = written.count
    }

    func finding(trusted: Int, _ address: PublicURL) -> Finding {
        guard proxies != trusted else {
            return Finding(.proxy, .fine, "\(address.origin) has as many proxies as are trusted: \(trusted)")
        }
        if proxies == 0 {
            return Finding(
                .proxy, .failure,
                "\(address.origin) arrives without X-Forwarded-For, but LATCHKEY_TRUSTED_PROXIES is \(trusted)",
                advice: "configure the proxy to add it, or set 0 without a proxy")
        }
        let harm =
            proxies < trusted ? "clients can forge their address" : "all clients share a proxy's rate limits"
        return Finding(
            .proxy, .failure, "proxies that append to X-Forwarded-For: \(proxies), trusted: \(trusted); \(harm)",
            advice: "set LATCHKEY_TRUSTED_PROXIES to \(proxies)")
    }
}
