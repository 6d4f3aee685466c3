import LatchkeyCore
import LatchkeyEncoding
import LatchkeyIdentity

/// What is kept of the provider's word until it is used up: by whom it signs in or resets, and that it counts once.
struct ProviderProof: Codable, Equatable, Sendable, RedactedSecrets {
    let issuer: String
    let subject: String
    /// SHA-256 of the provider's name of its own session; nil where it gave none.
    let sidDigest: String?
    /// When the provider made the token.
    let issuedAt: Timestamp
    /// By which the token is known again.
    let tokenDigest: String
    /// Until when the proof counts at most.
    let countsUntil: Timestamp

    var person: AccountIdentity { AccountIdentity(issuer: issuer, subject: subject) }

    /// - Parameter moment: Until when the proof is kept; nil for one that is used up at once.
    init(_ identity: VerifiedIdentity, keptUntil moment: Timestamp? = nil) {
        issuer = identity.issuer
        subject = identity.subject
        sidDigest = identity.sid.map { UsedToken.digest("sid", $0) }
        issuedAt = Timestamp(identity.issuedAt)
        tokenDigest = HexText.encode(identity.tokenDigest)
        let end = Timestamp(identity.countsUntil)
        countsUntil = moment.map { max($0, end) } ?? end
    }
}

extension ProviderSession {
    init(sessionID: String, of proof: ProviderProof, pendingEmail: String? = nil) {
        self.init(
            sessionID: sessionID, issuer: proof.issuer, subject: proof.subject, sidDigest: proof.sidDigest,
            pendingEmail: pendingEmail)
    }
}
