/// Whom passkeys are for: a host, and its pages of one origin (https://www.w3.org/TR/webauthn-3/#relying-party).
package struct RelyingParty: Sendable, Equatable {
    /// The RP ID: the host.
    package let id: String
    /// As client data has it.
    package let origin: String

    /// Returns nil for a host that has no passkeys, an IP address, and for an origin that is not the host's, or whose
    /// pages browsers do not count as secure: all of `http`, except on this machine.
    ///
    /// - Parameters:
    ///   - host: In lower case.
    ///   - origin: `https://lock.example`, with the port where it is not the standard one.
    package init?(host: String, origin: String) {
        guard Self.isDomain(host) else { return nil }
        let schemes = Self.isLoopback(host) ? ["https", "http"] : ["https"]
        guard schemes.contains(where: { Self.isOrigin(origin, start: "\($0)://\(host)") }) else { return nil }
        id = host
        self.origin = origin
    }

    /// Whether a URL takes the text for a name: one that ends in a number is an IPv4 address, or an error
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

    /// https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy
    private static func isLoopback(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

    private static func isOrigin(_ origin: String, start: String) -> Bool {
        guard origin.hasPrefix(start) else { return false }
        let port = origin.utf8.dropFirst(start.utf8.count)
        guard let colon = port.first else { return true }
        return colon == UInt8(ascii: ":") && (2...6).contains(port.count)
            && port.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
