package import Foundation
import LatchkeyCore

/// A person whom the provider has signed in. It shows nothing of itself in logs, interpolation and test failures.
package struct VerifiedIdentity: Equatable, Sendable, RedactedSecrets {
    /// With ``subject`` the only name of the account: an e-mail address can change hands.
    package let issuer: String
    package let subject: String
    /// Nil unless the provider says that it has verified it.
    package internal(set) var email: String?
    /// Why the provider's UserInfo endpoint did not tell the address; nil where it did, or was not asked.
    package internal(set) var userInfoOutage: IdentityError.Outage?
    package let name: String?
    /// When the person was asked last; nil where the provider does not say.
    package let authTime: Date?
    /// The session at the provider, by which a logout may name it.
    package let sid: String?
    /// When the provider made the token.
    package let issuedAt: Date
    /// Whether other servers accept the token too, and so have received it or may.
    package let isForOthersToo: Bool
    /// 32 bytes by which the token is known again. A token counts once: keep them up to ``countsUntil``.
    package let tokenDigest: [UInt8]
    /// After this moment the token is refused anyway.
    package let countsUntil: Date

    /// Whether the person was asked within this time; false where the provider does not say.
    package func isAuthenticated(within age: Duration, at now: Date) -> Bool {
        guard let authTime else { return false }
        let seconds = now.timeIntervalSince(authTime)
        return seconds <= age / .seconds(1) && seconds >= -IdentityClock.skew
    }
}
