internal import Foundation
internal import LatchkeyAPI

/// A mail address as it was typed.
struct MailAddress {
    let text: String

    /// Returns nil unless there is something on both sides of an `@`. Whether mail arrives there, only mail can tell.
    init?(_ typed: String) {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !text.contains(where: \.isWhitespace) else {
            return nil
        }
    }
}

extension MailedProof {
    /// Reads the code from the mail, ignoring case, spaces and hyphens, or the whole link. Returns nil for text that
    /// can be neither.
    init?(typed: String, email: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        if let link = text.range(of: "#token=") {
            let token = text[link.upperBound...]
            guard !token.isEmpty, !token.contains(where: \.isWhitespace) else { return nil }
            self = .token(String(token))
        } else {
            let code = text.filter { $0 != "-" && !$0.isWhitespace }
            guard code.count == 8, code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
            self = .code(text, email: email)
        }
    }
}
