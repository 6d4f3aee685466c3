/// By whom a session was signed in, where it was the team's provider: the row in `provider_sessions`.
struct ProviderSession: Equatable, Sendable {
    let sessionID: String
    let issuer: String
    let subject: String
    /// SHA-256 of the provider's name of its own session, by which it may end this one; nil where it gave none.
    let sidDigest: String?
    /// The address that the provider has verified, where the account has another one and the session was locked: it
    /// becomes the account's when the passcode is given. Nil otherwise.
    let pendingEmail: String?

    var identity: AccountIdentity { AccountIdentity(issuer: issuer, subject: subject) }
}

extension ProviderSession: TableRow {
    static let table = Table(
        "provider_sessions",
        [
            .id("session_id").references("sessions", onDelete: .cascade), .text("issuer", 1...2048),
            .text("subject", 1...255), .digest("sid_digest").nullable, .text("pending_email", 3...254).nullable,
        ],
        indexes: [
            "INDEX provider_sessions_by_subject ON provider_sessions (subject, issuer)",
            """
            INDEX provider_sessions_by_sid ON provider_sessions (sid_digest, issuer) WHERE sid_digest IS NOT NULL
            """,
        ])

    init(_ row: inout RowReader) throws {
        sessionID = try row.key()
        issuer = try row.text()
        subject = try row.text()
        sidDigest = try row.optionalDigest()
        pendingEmail = try row.optionalText()
    }

    var values: [SQLValue] {
        [.id(sessionID), .text(issuer), .text(subject), .digest(sidDigest), .text(pendingEmail)]
    }
}
