import LatchkeyAPI

/// An e-mail address: one `@` between two parts, in visible ASCII without the characters that would need quotes.
struct EmailAddress: Equatable, Sendable {
    /// In lower case.
    let text: String

    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254, parts[0].utf8.count <= 64,
            text.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }),
            !text.contains(where: "\"(),:;<>[\\]".contains)
        else { return nil }
        self.text = text.lowercased()
    }

    /// Reads the member `email` of a request. Throws `invalidRequest` when it is missing or no address.
    init(member text: String?) throws {
        guard let text else { throw Problem.invalidRequest("/email", "This member is missing.") }
        guard let address = EmailAddress(text) else {
            throw Problem.invalidRequest("/email", "Not an e-mail address.")
        }
        self = address
    }
}
