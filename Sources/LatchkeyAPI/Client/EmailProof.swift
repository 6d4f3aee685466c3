public import LatchkeyCore

/// The proof in an email: the token of its link, or its code.
public enum EmailProof: Equatable, Sendable {
    /// The part of the link after `#token=`.
    case token(String)
    /// The email's code of eight characters, ignoring case, spaces and hyphens, with the address of the email.
    case code(String, email: String)
}

extension EmailProof: RedactedSecrets {
    var token: String? {
        if case .token(let token) = self { token } else { nil }
    }

    var code: String? {
        if case .code(let code, _) = self { code } else { nil }
    }

    var email: String? {
        if case .code(_, let email) = self { email } else { nil }
    }
}
