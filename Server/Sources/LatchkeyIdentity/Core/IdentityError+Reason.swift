extension IdentityError {
    /// What is wrong with a token, or with the way back from the provider.
    package enum Reason: Equatable, Sendable {
        /// Longer than a token may be.
        case tooLong
        /// Not three parts of base64url with JSON in them, or a claim of another type than it has.
        case malformed
        /// Signed by nothing, by a shared secret, or by an algorithm that is not on the list.
        case algorithm
        /// Asks for extensions to be understood (`crit`).
        case critical
        /// A token for another purpose.
        case type
        /// Signed by a key that the provider does not publish.
        case unknownKey
        case signature
        /// Of another issuer, or `iss` of the answer is missing or another's.
        case issuer
        /// For no audience of this server.
        case audience
        /// For an audience of this server and for this one, which is not trusted.
        case untrustedAudience(String)
        /// Handed to another client (`azp`).
        case authorizedParty
        /// Of nobody, or of a client and no person.
        case subject
        case expired
        case notYetValid
        /// Made too long ago, or in the future (`iat`).
        case issueTime
        case nonce
        /// The person was not asked again, or not lately enough (`auth_time`).
        case authenticationTime
        /// A logout token without the event.
        case events
        /// A logout token of no session and no person, or without an id of its own.
        case logoutSubject
        /// `state` is missing, or another's.
        case state
        /// The attempt began too long ago.
        case attemptExpired
        /// The answer has a parameter twice, or neither a code nor an error.
        case answer
        /// The provider does not take the code.
        case code
        case provider(ProviderRefusal)
    }

    /// Why the provider signed nobody in.
    package enum ProviderRefusal: String, CaseIterable, Equatable, Sendable {
        /// Whoever was asked said no, or may not (RFC 6749, 4.1.2.1).
        case accessDenied = "access_denied"
        case invalidRequest = "invalid_request"
        case invalidScope = "invalid_scope"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedResponseType = "unsupported_response_type"
        // What `prompt=none` meets (OpenID Connect Core 1.0, 3.1.2.6).
        case loginRequired = "login_required"
        case interactionRequired = "interaction_required"
        case accountSelectionRequired = "account_selection_required"
        case consentRequired = "consent_required"
        /// Any other code.
        case other
    }
}
