import LatchkeyCore
import LatchkeyEncoding

/// What the provider sends the browser back with.
struct AuthorizationAnswer: Sendable, RedactedSecrets {
    private static let maximumQuery = 16 * 1024

    let code: String

    /// - Parameters:
    ///   - query: The address's query, as it came.
    ///   - attempt: The one that the browser brought back.
    ///   - namesIssuer: Whether the provider names itself in every answer.
    init(
        query: String, to attempt: AuthorizationAttempt, of issuer: String, namesIssuer: Bool
    ) throws(IdentityError) {
        guard query.utf8.count <= Self.maximumQuery, let fields = FormFields.decode(query) else {
            throw .refused(.answer)
        }
        guard fields["state"]?.isExactly(attempt.state) == true else { throw .refused(.state) }
        // Another provider's answer would have its code sent here (RFC 9207, 2.4). So would an error mislead.
        if namesIssuer || fields["iss"] != nil {
            guard fields["iss"]?.isExactly(issuer) == true else { throw .refused(.issuer) }
        }
        if let error = fields["error"] { throw Self.error(error) }
        guard let code = fields["code"], !code.isEmpty else { throw .refused(.answer) }
        self.code = code
    }

    private static func error(_ code: String) -> IdentityError {
        switch code {
        case "server_error", "temporarily_unavailable": .unavailable(.provider)
        default: .refused(.provider(IdentityError.ProviderRefusal(rawValue: code) ?? .other))
        }
    }
}
