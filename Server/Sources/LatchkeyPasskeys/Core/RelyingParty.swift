/// The WebAuthn relying party: a host and an origin (https://www.w3.org/TR/webauthn-3/#relying-party).
package struct RelyingParty: Sendable, Equatable {
    /// The relying party's ID, which is the host.
    package let id: String
    /// The origin in client data.
    package let origin: String

    /// Returns nil for an IP address, another host's origin, and an insecure context (`http`, except on this machine).
    ///
    /// - Parameters:
    ///   - host: In lower case.
    ///   - origin: Such as `https://lock.example`, with a port unless it is the default.
    package init?(host: String, origin: String) {
        guard Self.isDomain(host) else { return nil }
        let schemes = Self.isLoopback(host) ? ["https", "http"] : ["https"]
        guard schemes.contains(where: { Self.isOrigin(origin, start: "\($0)://\(host)") }) else { return nil }
        id = host
        self.origin = origin
    }

    /// Whether URLs parse the text as a domain. One that ends in a number is an IPv4 address or an error
    /// (https://url.spec.whatwg.org/#ends-in-a-number-checker).
    private static func isDomain(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, let last = labels.last, labels.allSatisfy(isLabel) else { return false }
        let digits = last.hasPrefix("0x") ? last.dropFirst(2) : last
        let radix = last.hasPrefix("0x") ? 16 : 10
        return !digits.allSatisfy { $0.hexDigitValue.map { $0 < radix } ?? false }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
            }
    }

    /// Whether the host is trustworthy without https (https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy).
    private static func isLoopback(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

    private static func isOrigin(_ origin: String, start: String) -> Bool {
        guard origin.hasPrefix(start) else { return false }
        let port = origin.utf8.dropFirst(start.utf8.count)
        guard let colon = port.first else { return true }
        return colon == UInt8(ascii: ":") && (2...6).contains(port.count)
            && port.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
