/// The link, and maybe the code, of one mail: the row in `one_time_tokens`. Only keyed digests are stored.
struct OneTimeToken: Equatable, Sendable {
    let id: String
    let purpose: MailPurpose
    let email: String
    /// Nil when there was no account yet.
    let accountID: String?
    /// Which secret key the digests were made with.
    let keyID: String
    let linkDigest: String
    let codeDigest: String?
    /// How many wrong codes are left; at 0 the code has ended, the link has not.
    var codeTries: Int
    /// Of a notice: whether disowning it also makes a reset of the passcode necessary.
    let aboutPasscode: Bool
    let createdAt: Timestamp
    let expiresAt: Timestamp

    static let lifetime: Duration = .minutes(10)
    static let noticeLifetime: Duration = .days(30)
    static let maximumCodeTries = 5

    /// Whether it has not ended. A token that seems to be from the future may have ended before the clock went back;
    /// that of a notice works all the same, since it protects its owner and its end is not near.
    func isLive(at now: Timestamp) -> Bool {
        now < expiresAt && (purpose == .notice || createdAt - now <= Session.clockTolerance)
    }
}

extension OneTimeToken: TableRow {
    static let table = Table(
        "one_time_tokens",
        [
            .id("id"), .word("purpose"), .text("email", 0...254),
            // An account's tokens outlive it: its owner may still say "this wasn't me".
            .id("account_id").references("users", onDelete: .setNull).nullable, .text("key_id", 0...64),
            .digest("link_digest").unique, .digest("code_digest").nullable,
            .number("code_tries", 0...Int64(maximumCodeTries)), .flag("about_passcode"), .time("created_at"),
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
        codeTries = try row.number()
        aboutPasscode = try row.flag()
        createdAt = try row.time()
        expiresAt = try row.time()
    }

    var values: [SQLValue] {
        [
            .id(id), .word(purpose), .text(email), .id(accountID), .text(keyID), .digest(linkDigest),
            .digest(codeDigest), .count(codeTries), .flag(aboutPasscode), .time(createdAt), .time(expiresAt),
        ]
    }
}
