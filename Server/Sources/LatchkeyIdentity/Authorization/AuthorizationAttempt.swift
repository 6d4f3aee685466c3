import Foundation
import LatchkeyCore

/// A browser's sign-in attempt at the provider. Store it so that only the same browser can return it, and cannot read
/// it. Accept it once.
package struct AuthorizationAttempt: Codable, Equatable, Sendable, RedactedSecrets {
    /// Validity of an attempt, in seconds.
    package static let lifetime: Double = 600

    /// The value that matches a redirect to this attempt.
    package let state: String
    /// The value that matches an ID token to this attempt.
    let nonce: String
    /// The PKCE verifier (RFC 7636): proves that this client requested the code.
    let verifier: String
    let issuer: String
    let redirectURI: String
    /// The start of the attempt, in seconds since 1970.
    package let startedAt: Double
    /// Maximum age of the user's login at the provider, in seconds; nil for any.
    let maxAge: Double?

    /// Whether the attempt is still valid. It expires if the clock is set back.
    func isOpen(at now: Date) -> Bool {
        let age = now.timeIntervalSince1970 - startedAt
        return age < Self.lifetime && age >= -IdentityClock.skew
    }
}
