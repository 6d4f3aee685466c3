public import LatchkeyCore

/// A single-use token that the team's own login has issued to the app.
public enum SubjectToken: Equatable, Sendable {
    /// An ID token (OpenID Connect Core 1.0, 2), at most five minutes old.
    case idToken(String)
    /// An access token in the form of RFC 9068, at most five minutes old.
    case accessToken(String)
}

extension SubjectToken: RedactedSecrets {
    var request: TokenSignInRequest {
        switch self {
        case .idToken(let text): TokenSignInRequest(subjectToken: text, subjectTokenType: .idToken)
        case .accessToken(let text): TokenSignInRequest(subjectToken: text, subjectTokenType: .accessToken)
        }
    }
}
