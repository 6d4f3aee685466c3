/// A secret of a session: the row in `session_tokens`. Only its digest is stored.
struct SessionToken: Equatable, Sendable {
    enum Kind: String, Sendable {
        case access
        case refresh
        case cookie
    }

    /// SHA-256 of the secret, which has 256 random bits.
    let digest: String
    let sessionID: String
    let kind: Kind
    /// The rotation of a refresh token.
    let generation: Int
    var expiresAt: Timestamp
    /// Whether the token was rotated: it is valid for one more minute, as if its session were locked.
    var countsAsLocked: Bool

    static let accessLifetime: Duration = .minutes(15)
    static let rotatedLifetime: Duration = .seconds(60)
    /// The maximum number of tokens, more than a session can have at the same time: 110 access tokens of 15 minutes
    /// within its ``SessionAllowance``, unless the passcode is verified twice a second.
    static let maximumCount = 128
    static let previousRefreshLifetime: Duration = .seconds(30)
}

extension SessionToken: TableRow {
    static let table = Table(
        "session_tokens",
        [
            .digest("digest"), .id("session_id").references("sessions", onDelete: .cascade), .word("kind"),
            .counter("generation"), .time("expires_at"), .flag("counts_as_locked"),
        ],
        hasAge: true,
        indexes: [
            """
            INDEX session_tokens_of_session
            ON session_tokens (session_id, \(sqlite: "kind, generation", postgres: "seq"))
            """,
            "INDEX session_tokens_by_end ON session_tokens (expires_at)",
        ])

    init(_ row: inout RowReader) throws {
        // Errors do not contain it.
        digest = try row.digest()
        sessionID = try row.id()
        kind = try row.word()
        generation = try row.number()
        expiresAt = try row.time()
        countsAsLocked = try row.flag()
    }

    var values: [SQLValue] {
        [
            .digest(digest), .id(sessionID), .word(kind), .count(generation), .time(expiresAt), .flag(countsAsLocked),
        ]
    }
}
