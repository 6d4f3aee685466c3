import Foundation
import LatchkeyCore

/// A browser's way to the provider and back. Whoever sent the browser out keeps this where only that browser brings it
/// back from, hidden from the browser itself, and gives it to one answer only.
package struct AuthorizationAttempt: Codable, Equatable, Sendable, RedactedSecrets {
    /// For so long the way back is open, in seconds.
    package static let lifetime: Double = 600

    /// By which the answer is known to be this attempt's.
    package let state: String
    /// By which the ID token is.
    let nonce: String
    /// What proves to the provider that the code is given to whoever asked for it (RFC 7636).
    let verifier: String
    let issuer: String
    let redirectURI: String
    /// In seconds since 1970.
    package let startedAt: Double
    /// How long ago the person may have been asked, in seconds; nil for any time.
    let maxAge: Double?

    /// Whether the way back is still open. A clock that was set back closes it too.
    func isOpen(at now: Date) -> Bool {
        let age = now.timeIntervalSince1970 - startedAt
        return age < Self.lifetime && age >= -IdentityClock.skew
    }
}
