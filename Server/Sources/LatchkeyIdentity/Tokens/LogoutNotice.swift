package import Foundation
import LatchkeyCore

/// The provider's word that a person is signed out (OpenID Connect Back-Channel Logout 1.0).
package struct LogoutNotice: Equatable, Sendable, RedactedSecrets {
    package let issuer: String
    /// Whose sessions end; nil where ``sid`` alone names one.
    package let subject: String?
    /// The session at the provider that has ended; nil where all of the person's have.
    package let sid: String?
    /// When the provider made the notice: what it makes of the person later is about another session.
    package let issuedAt: Date
    /// The notice's own name. A notice counts once: keep it up to ``countsUntil``.
    package let id: String
    /// After this moment the notice is refused anyway.
    package let countsUntil: Date
}
