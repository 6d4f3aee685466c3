import LatchkeyAPI

/// An email address: one `@` between two parts, in visible ASCII without characters that require quotes.
struct EmailAddress: Equatable, Sendable {
    /// The maximum length in bytes (RFC 3696, erratum 1690).
    static let maximumLength = 254

    /// The address in lower case, with the domain in punycode, so that each address has one spelling.
    let text: String

    /// Returns nil unless the text is an address. Ignores surrounding spaces, and encodes an internationalized domain.
    init?(_ text: String) {
        let parts = Self.parts(of: text)
        guard parts.count == 2, !parts[0].isEmpty, let domain = Self.encoded(parts[1]) else { return nil }
        let address = "\(parts[0])@\(domain)"
        guard address.utf8.count <= Self.maximumLength, parts[0].utf8.count <= 64,
            address.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }),
            !address.contains(where: "\"(),:;<>[\\]".contains)
        else { return nil }
        self.text = address.lowercased()
    }

    /// Reads the member `email` of a request. Throws `invalidRequest` if it is missing or invalid.
    init(member text: String?) throws {
        guard let text else { throw Problem.invalidRequest("/email", "This member is missing.") }
        guard let address = EmailAddress(text) else { throw Problem.invalidRequest("/email", Self.fault(of: text)) }
        self = address
    }

    /// The reason why the text is not an address.
    static func fault(of text: String) -> String {
        let parts = parts(of: text)
        return parts.count == 2 && !parts[0].allSatisfy(\.isASCII)
            ? "The part before the @ may contain only ASCII characters: digits, symbols and letters without accents."
            : "Not an email address."
    }

    private static func parts(of text: String) -> [Substring] {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        return Substring(String(trimmed)).split(separator: "@", omittingEmptySubsequences: false)
    }

    private static func encoded(_ domain: Substring) -> String? {
        let ascii = domain.utf8.allSatisfy { $0 < 0x80 } ? String(domain) : HostName(String(domain))?.text
        guard let ascii, ascii.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel) else {
            return nil
        }
        return ascii
    }

    /// Whether the text is a domain label (RFC 1035, 2.3.1 and 2.3.4); a digit may be first (RFC 1123, 2.1).
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            && label.first != "-" && label.last != "-"
    }
}
