/// A requested email: the row in `mail_requests`. The email worker decides whether to render it, so that a request does
/// the same work with and without an account.
struct PendingEmailRequest: Equatable, Sendable {
    let id: String
    let purpose: EmailPurpose
    let email: String
    /// The client's IP address.
    let ip: String?
    /// The network that rate limits count; see ``ClientNetwork``.
    var clientNetwork: String?
    let requestedAt: Timestamp
    /// The time until which requests of this address and purpose use their allowance; see ``EmailLimits``.
    let allowanceUsedUntil: Timestamp
    var isMade: Bool
    /// The client's language, if known, for an address without an account or an account without a language.
    var language: String?
}

extension PendingEmailRequest: TableRow {
    static let table = Table(
        "mail_requests",
        [
            .id("id"), .word("purpose"), .email("email", from: 0), .ip("ip"),
            .text("client_network", 1...64).nullable, .time("requested_at"), .time("allowance_used_until"),
            .flag("is_made"), .language("language").nullable,
        ],
        hasAge: true,
        indexes: [
            "INDEX mail_requests_of_address ON mail_requests (email, purpose, requested_at)",
            "INDEX mail_requests_of_client ON mail_requests (client_network, requested_at)",
            """
            INDEX mail_requests_pending ON mail_requests (\(sqlite: "is_made", postgres: "seq")) WHERE is_made = false
            """,
            waiting,
            "INDEX mail_requests_by_time ON mail_requests (requested_at)",
        ],
        storage: "autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0")

    private static let waiting: Statement.Text = """
        \(sqlite: "INDEX mail_requests_waiting ON mail_requests (is_made, purpose) WHERE is_made = false", postgres: "")
        """

    init(_ row: inout RowReader) throws {
        id = try row.key()
        purpose = try row.word()
        email = try row.text()
        ip = try row.optionalText()
        clientNetwork = try row.optionalText()
        requestedAt = try row.time()
        allowanceUsedUntil = try row.time()
        isMade = try row.flag()
        language = try row.optionalText()
    }

    var values: [SQLValue] {
        [
            .id(id), .word(purpose), .text(email), .text(ip), .text(clientNetwork), .time(requestedAt),
            .time(allowanceUsedUntil), .flag(isMade), .text(language),
        ]
    }
}
