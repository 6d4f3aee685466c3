import LatchkeyCore
import LatchkeyEncoding

/// The query of a provider's redirect (OpenID Connect Core 1.0, 3.1.2.5).
struct AuthorizationResponse: Sendable, RedactedSecrets {
    private static let maximumQuery = 16 * 1024

    let code: String

    /// - Parameters:
    ///   - query: The query of the redirect, unparsed.
    ///   - attempt: The attempt that the browser returned.
    ///   - namesIssuer: Whether the provider sends `iss` with every redirect.
    init(
        query: String, to attempt: AuthorizationAttempt, of issuer: String, namesIssuer: Bool
    ) throws(IdentityError) {
        guard query.utf8.count <= Self.maximumQuery, let fields = FormFields.decode(query) else {
            throw .rejected(.response)
        }
        guard fields["state"]?.isExactly(attempt.state) == true else { throw .rejected(.state) }
        // A response of another provider would send its code here (RFC 9207, 2.4); its errors would mislead.
        if namesIssuer || fields["iss"] != nil {
            guard fields["iss"]?.isExactly(issuer) == true else { throw .rejected(.issuer) }
        }
        if let error = fields["error"] { throw Self.error(error) }
        guard let code = fields["code"], !code.isEmpty else { throw .rejected(.response) }
        self.code = code
    }

    private static func error(_ code: String) -> IdentityError {
        switch code {
        case "server_error", "temporarily_unavailable": .unavailable(.provider)
        default: .rejected(.provider(IdentityError.ProviderRejection(rawValue: code) ?? .other))
        }
    }
}
