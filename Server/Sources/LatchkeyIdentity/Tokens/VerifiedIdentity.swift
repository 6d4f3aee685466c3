package import Foundation
import LatchkeyCore

/// A user whom the provider has signed in. Redacts itself in logs, interpolation and test failures.
package struct VerifiedIdentity: Equatable, Sendable, RedactedSecrets {
    /// The provider (`iss`). Identifies the account together with ``subject``; an email address can change hands.
    package let issuer: String
    package let subject: String
    /// The user's email address; nil unless the provider has verified it.
    package internal(set) var email: String?
    /// Why the UserInfo endpoint did not return the address; nil if it did, or was not called.
    package internal(set) var userInfoOutage: IdentityError.Outage?
    package let name: String?
    /// Whether the user is an administrator; nil if the token does not decide.
    package let isAdministrator: Bool?
    /// The time of the user's last login; nil if the provider does not say.
    package let authTime: Date?
    /// The provider's session ID, which a logout token may contain.
    package let sid: String?
    /// The time of issue of the token.
    package let issuedAt: Date
    /// Whether other servers also accept the token, and so may have received it.
    package let isForOthersToo: Bool
    /// A digest of 32 bytes. The token is single-use: store the digest until ``expiresAt``.
    package let tokenDigest: [UInt8]
    /// The token's expiry; after it, the token is rejected.
    package let expiresAt: Date

    /// Whether the user logged in within this time; false if the provider does not say.
    package func isAuthenticated(within age: Duration, at now: Date) -> Bool {
        guard let authTime else { return false }
        let seconds = now.timeIntervalSince(authTime)
        return seconds <= age / .seconds(1) && seconds >= -IdentityClock.skew
    }
}
