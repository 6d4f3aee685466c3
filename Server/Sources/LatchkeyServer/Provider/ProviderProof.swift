import LatchkeyCore
import LatchkeyEncoding
import LatchkeyIdentity

/// The stored part of a provider's token until it is consumed: identity, and protection against reuse.
struct ProviderProof: Codable, Equatable, Sendable, RedactedSecrets {
    let issuer: String
    let subject: String
    /// SHA-256 of the provider's session ID; nil without one.
    let sidDigest: String?
    /// The time when the provider issued the token.
    let issuedAt: Timestamp
    /// The digest that identifies a used token.
    let tokenDigest: String
    /// The latest expiry of the proof.
    let expiresAt: Timestamp

    var person: AccountIdentity { AccountIdentity(issuer: issuer, subject: subject) }

    /// - Parameter moment: Until when the proof is stored; nil if it is consumed immediately.
    init(_ identity: VerifiedIdentity, keptUntil moment: Timestamp? = nil) {
        issuer = identity.issuer
        subject = identity.subject
        sidDigest = identity.sid.map { UsedToken.digest("sid", $0) }
        issuedAt = Timestamp(identity.issuedAt)
        tokenDigest = HexText.encode(identity.tokenDigest)
        let end = Timestamp(identity.expiresAt)
        expiresAt = moment.map { max($0, end) } ?? end
    }
}

extension ProviderSession {
    init(sessionID: String, of proof: ProviderProof, pendingEmail: String? = nil) {
        self.init(
            sessionID: sessionID, issuer: proof.issuer, subject: proof.subject, sidDigest: proof.sidDigest,
            pendingEmail: pendingEmail)
    }
}
