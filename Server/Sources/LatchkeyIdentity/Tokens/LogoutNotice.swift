package import Foundation
import LatchkeyCore

/// A verified logout token (OpenID Connect Back-Channel Logout 1.0).
package struct LogoutNotice: Equatable, Sendable, RedactedSecrets {
    package let issuer: String
    /// The user whose sessions end; nil if only ``sid`` is given.
    package let subject: String?
    /// The provider's session that ended; nil if all of the user's sessions end.
    package let sid: String?
    /// The time of issue of the token. Later sign-ins of the user are not affected.
    package let issuedAt: Date
    /// The token's ID. The token is single-use: store the ID until ``expiresAt``.
    package let id: String
    /// The token's expiry; after it, the token is rejected.
    package let expiresAt: Date
}
