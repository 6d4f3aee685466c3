/// The provider's data of a session that it has signed in: the row in `provider_sessions`.
struct ProviderSession: Equatable, Sendable {
    let sessionID: String
    let issuer: String
    let subject: String
    /// SHA-256 of the provider's session ID, with which it may end the session; nil without one.
    let sidDigest: String?
    /// The verified address of the provider, if the account has another one and the session was locked. It is applied
    /// when the passcode is verified. Otherwise nil.
    let pendingEmail: String?

    var identity: AccountIdentity { AccountIdentity(issuer: issuer, subject: subject) }
}

extension ProviderSession: TableRow {
    static let table = Table(
        "provider_sessions",
        [
            .id("session_id").references("sessions", onDelete: .cascade), .issuer("issuer"),
            .subject("subject"), .digest("sid_digest").nullable, .email("pending_email", from: 3).nullable,
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
