/// The link and the optional code of an email: the row in `one_time_tokens`. Only keyed digests are stored.
struct OneTimeToken: Equatable, Sendable {
    let id: String
    let purpose: EmailPurpose
    let email: String
    /// The ID of the account; nil if there was none yet.
    let accountID: String?
    /// The ID of the secret key of the digests.
    let keyID: String
    let linkDigest: String
    let codeDigest: String?
    /// Remaining attempts for the code. At 0 the code is invalid, but the link is not.
    var codeAttemptsLeft: Int
    /// Whether disowning the notice also requires a reset.
    let aboutPasscode: Bool
    let createdAt: Timestamp
    let expiresAt: Timestamp

    static let lifetime: Duration = .minutes(10)
    static let noticeLifetime: Duration = .days(30)
    static let maximumCodeAttempts = 5

    /// Whether the token is valid. One from the future may have expired before a clock change, and is rejected. A
    /// notice's token is accepted, because it protects the owner.
    func isLive(at now: Timestamp) -> Bool {
        now < expiresAt && (purpose == .notice || createdAt - now <= Session.clockTolerance)
    }
}

extension OneTimeToken: TableRow {
    static let table = Table(
        "one_time_tokens",
        [
            .id("id"), .word("purpose"), .email("email", from: 0),
            // Tokens outlive their account, so that "this wasn't me" still works.
            .id("account_id").references("users", onDelete: .setNull).nullable, .text("key_id", 0...64),
            .digest("link_digest").unique, .digest("code_digest").nullable,
            .number("code_tries", 0...Int64(maximumCodeAttempts)), .flag("about_passcode"), .time("created_at"),
            .time("expires_at"),
        ],
        hasAge: true, lockKeyOf: "email",
        indexes: [
            """
            INDEX one_time_tokens_of_address
            ON one_time_tokens (email, purpose\(sqlite: "", postgres: ", seq"))
            """,
            "INDEX one_time_tokens_of_account ON one_time_tokens (account_id)",
            "INDEX one_time_tokens_by_end ON one_time_tokens (expires_at)",
            "\(sqlite: "", postgres: "INDEX one_time_tokens_by_key ON one_time_tokens (key_id, expires_at)")",
        ])

    init(_ row: inout RowReader) throws {
        id = try row.key()
        purpose = try row.word()
        email = try row.text()
        accountID = try row.optionalID()
        keyID = try row.text()
        linkDigest = try row.digest()
        codeDigest = try row.optionalDigest()
        codeAttemptsLeft = try row.number()
        aboutPasscode = try row.flag()
        createdAt = try row.time()
        expiresAt = try row.time()
    }

    var values: [SQLValue] {
        [
            .id(id), .word(purpose), .text(email), .id(accountID), .text(keyID), .digest(linkDigest),
            .digest(codeDigest), .count(codeAttemptsLeft), .flag(aboutPasscode), .time(createdAt), .time(expiresAt),
        ]
    }
}
