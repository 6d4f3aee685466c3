import LatchkeyCore

/// Where the browser is sent, and what to keep until it comes back.
package struct AuthorizationRequest: Sendable, RedactedSecrets {
    package let url: String
    package let attempt: AuthorizationAttempt
}
