/// The rows of provider sessions, deleted with their sessions.
struct ProviderSessionRows {
    let session: any DatabaseSession

    private static let bySubject = Statement(
        "SELECT \(ProviderSession.table) FROM provider_sessions WHERE subject = $1 AND issuer = $2")
    private static let bySID = Statement(
        "SELECT \(ProviderSession.table) FROM provider_sessions WHERE sid_digest = $1 AND issuer = $2")
    private static let clearPendingEmails = Statement(
        """
        UPDATE provider_sessions SET pending_email = NULL
        WHERE subject = $1 AND issuer = $2 AND pending_email IS NOT NULL
        """)

    func find(sessionID: String) throws -> ProviderSession? {
        try session.first(ProviderSession.table.find, .id(sessionID))
    }

    /// Returns the sessions of a user.
    func list(_ identity: AccountIdentity) throws -> [ProviderSession] {
        try session.all(Self.bySubject, [.text(identity.subject), .text(identity.issuer)])
    }

    /// Returns the sessions of a provider's session.
    func list(issuer: String, sidDigest: String) throws -> [ProviderSession] {
        try session.all(Self.bySID, [.digest(sidDigest), .text(issuer)])
    }

    func insert(_ row: ProviderSession) throws { try session.insert(row) }

    /// Clears the pending addresses of a user's sessions.
    func clearPendingEmails(of identity: AccountIdentity) throws {
        try session.send(Self.clearPendingEmails, [.text(identity.subject), .text(identity.issuer)])
    }
}
