internal import Foundation
internal import LatchkeyAPI

/// An email address as typed.
struct EmailAddress {
    let text: String

    /// Returns nil unless there is text on both sides of an `@`. Only an email can verify the address.
    init?(_ typed: String) {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !text.contains(where: \.isWhitespace) else {
            return nil
        }
    }
}

extension SignInProof {
    /// Parses the code from the email, ignoring case, spaces and hyphens, or the whole link. Returns nil for other
    /// text.
    init?(typed: String, email: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        if let link = text.range(of: "#token=") {
            let token = text[link.upperBound...]
            guard !token.isEmpty, !token.contains(where: \.isWhitespace) else { return nil }
            self = .link(token: String(token))
        } else {
            let code = text.filter { $0 != "-" && !$0.isWhitespace }
            guard code.count == 8, code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
            self = .code(text, email: email)
        }
    }
}
