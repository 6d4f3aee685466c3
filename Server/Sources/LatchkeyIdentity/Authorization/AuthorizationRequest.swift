import LatchkeyCore

/// A request for a sign-in at the provider: the URL for the browser, and the attempt to store.
package struct AuthorizationRequest: Sendable, RedactedSecrets {
    package let url: String
    package let attempt: AuthorizationAttempt
}
