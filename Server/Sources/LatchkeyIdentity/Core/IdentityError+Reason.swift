extension IdentityError {
    /// The reason why a token or a redirect is invalid.
    package enum Reason: Equatable, Sendable {
        /// The token exceeds the size limit.
        case tooLong
        /// Not three parts of base64url with JSON, or a claim of the wrong type.
        case malformed
        /// Unsigned, or signed with a shared secret or an unsupported algorithm.
        case algorithm
        /// Requires extensions (`crit`).
        case critical
        /// A token of another type.
        case type
        /// Signed by a key that the provider does not publish.
        case unknownKey
        case signature
        /// `iss` of the token or the redirect is missing or wrong.
        case issuer
        /// The audience is not this server.
        case audience
        /// A further audience is not trusted.
        case untrustedAudience(String)
        /// Issued to another client (`azp`).
        case authorizedParty
        /// No subject, or the subject is a client.
        case subject
        case expired
        case notYetValid
        /// Issued too long ago, or in the future (`iat`).
        case issueTime
        case nonce
        /// The user did not log in again, or not recently enough (`auth_time`).
        case authenticationTime
        /// A logout token without the logout event.
        case events
        /// A logout token without subject and session, or without an ID.
        case logoutSubject
        /// `state` is missing or wrong.
        case state
        /// The attempt has expired.
        case attemptExpired
        /// The redirect has a duplicate parameter, or neither a code nor an error.
        case response
        /// The provider rejects the code.
        case code
        case provider(ProviderRejection)
    }

    /// The error code of a provider that did not sign the user in.
    package enum ProviderRejection: String, CaseIterable, Equatable, Sendable {
        /// The user declined, or is not allowed (RFC 6749, 4.1.2.1).
        case accessDenied = "access_denied"
        case invalidRequest = "invalid_request"
        case invalidScope = "invalid_scope"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedResponseType = "unsupported_response_type"
        // Errors of `prompt=none` (OpenID Connect Core 1.0, 3.1.2.6).
        case loginRequired = "login_required"
        case interactionRequired = "interaction_required"
        case accountSelectionRequired = "account_selection_required"
        case consentRequired = "consent_required"
        /// Any other code.
        case other
    }
}
