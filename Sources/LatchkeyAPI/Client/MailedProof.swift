public import LatchkeyCore

/// What a mail brought: the token of its link, or its code.
public enum MailedProof: Equatable, Sendable {
    /// The part of the link after `#token=`.
    case token(String)
    /// Eight characters, read without regard to case, spaces and hyphens, and the address that the mail went to.
    case code(String, email: String)
}

extension MailedProof: RedactedSecrets {
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
