import Foundation

/// A person's account: the row in `users`.
struct Account: Equatable, Sendable {
    let id: String
    /// Lower-cased.
    var email: String
    var language = "en"
    /// PHC text of the passcode's hash, sealed; nil when none is set or it was destroyed by a block.
    var passcodeHash: String?
    /// The salt of the hash. The sealed hash is bound to it, so that neither can be exchanged alone.
    var passcodeSalt: Data?
    /// Whether sessions lock is ``isPasscodeEnabled(under:)``.
    var passcodeEnabled = false
    /// The timeout is ``timeout(under:)``.
    var passcodeTimeoutMinutes = 15
    /// Made at the first set, sealed, never rotated.
    var recoveryKey: String?
    /// Failed attempts in a row, over all sessions.
    var failures = 0
    /// Only a reset by mail gives this account a passcode again.
    var resetRequired = false
    /// Goes up whenever the passcode is set, changed, reset, enabled, disabled or destroyed: a check that was
    /// reserved before can no longer succeed.
    private(set) var passcodeVersion = 0
    let createdAt: Timestamp
    /// Nil while mails to the address arrive, as far as is known.
    var mailTrouble: MailTrouble?
    var mailTroubleSince: Timestamp?
    /// When an operator suspended the account; nil while it may sign in.
    var suspendedAt: Timestamp?
    /// The provider that signs in the account, with ``identitySubject``; nil for one that mail alone has signed in.
    var identityIssuer: String?
    var identitySubject: String?
    /// How many passkeys there were when one was last added or removed. They may have ended since.
    private(set) var passkeyCount = 0
    /// The ``passcodeVersion`` that the passkeys belong to; nil before the first. They end with any other one, whoever
    /// has written it.
    private(set) var passkeysVersion: Int?

    static func fitsHeader(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) }
    }

    /// Who the account is to the team's provider.
    var identity: AccountIdentity? {
        get { AccountIdentity(issuer: identityIssuer, subject: identitySubject) }
        set { (identityIssuer, identitySubject) = (newValue?.issuer, newValue?.subject) }
    }

    var isSuspended: Bool { suspendedAt != nil }
    var hasPasscode: Bool { passcodeHash != nil || resetRequired }

    /// After this only a reset by mail gives the account a passcode: the hash is destroyed and opens nothing.
    mutating func requireReset() {
        resetRequired = true
        passcodeEnabled = true
        passcodeHash = nil
        passcodeSalt = nil
        changePasscodeVersion()
    }

    /// Ends what depends on the passcode as it was: checks under way and, unless it is only replaced by who knows it,
    /// the passkeys.
    mutating func changePasscodeVersion(keepingPasskeys: Bool = false) {
        let keeps = keepingPasskeys && passkeysVersion == passcodeVersion
        passcodeVersion += 1
        if keeps { passkeysVersion = passcodeVersion }
    }
}

extension Account {
    /// Whether passkeys that are stored belong to the present passcode.
    var keepsPasskeys: Bool { passkeysVersion == passcodeVersion }

    /// Whether what is stored of passkeys belongs to a former passcode.
    var hasEndedPasskeys: Bool { passkeysVersion != nil && !keepsPasskeys }

    /// Whether a passkey can unlock the account's sessions.
    func hasPasskey(under rules: TeamRules) -> Bool {
        rules.arePasskeysOn && keepsPasskeys && passkeyCount > 0
    }

    /// Notes how many passkeys belong to the present passcode.
    mutating func setPasskeyCount(_ count: Int) {
        passkeyCount = count
        passkeysVersion = passcodeVersion
    }

    /// The account once its passkeys that have ended are deleted.
    var withoutEndedPasskeys: Account {
        guard hasEndedPasskeys else { return self }
        var account = self
        (account.passkeyCount, account.passkeysVersion) = (0, nil)
        return account
    }
}

extension Account: TableRow {
    static let table = Table(
        "users",
        [
            .id("id"), .text("email", 1...254).unique.fixed, .text("language", 1...35).defaulting(to: "en"),
            .text("passcode_hash", 1...65_536).nullable, .data("passcode_salt", 0...64).nullable,
            .flag("passcode_enabled").defaulting(to: 0),
            // `openapi.yaml` says which of these minutes a person may choose.
            .number("passcode_timeout_minutes", 1...1440).defaulting(to: 15),
            .text("recovery_key", 1...65_536).nullable,
            .number("failures", 0...Int64(AttemptLimits.perAccount)).defaulting(to: 0),
            .flag("reset_required").defaulting(to: 0), .counter("passcode_version").defaulting(to: 0),
            .time("created_at").fixed, .word("mail_trouble").nullable, .time("mail_trouble_since").nullable,
            .time("suspended_at").nullable, .text("identity_issuer", 1...2048).nullable,
            .text("identity_subject", 1...255).nullable,
            .number("passkey_count", 0...Int64(Passkey.maximumCount)).defaulting(to: 0),
            .counter("passkeys_version").nullable,
        ],
        hasVersion: true, lockKeyOf: "email",
        indexes: [
            """
            UNIQUE INDEX users_by_identity ON users (identity_subject, identity_issuer)
            WHERE identity_subject IS NOT NULL
            """
        ],
        storage: "fillfactor = 90")

    init(_ row: inout RowReader) throws {
        id = try row.key()
        email = try row.text()
        language = try row.text()
        passcodeHash = try row.optionalText()
        passcodeSalt = try row.optionalData().map { Data($0) }
        passcodeEnabled = try row.flag()
        passcodeTimeoutMinutes = try row.number()
        recoveryKey = try row.optionalText()
        failures = try row.number()
        resetRequired = try row.flag()
        passcodeVersion = try row.number()
        createdAt = try row.time()
        mailTrouble = try row.optionalWord()
        mailTroubleSince = try row.optionalTime()
        suspendedAt = try row.optionalTime()
        identityIssuer = try row.optionalText()
        identitySubject = try row.optionalText()
        passkeyCount = try row.number()
        passkeysVersion = try row.optionalNumber()
        // The id and the address go into headers. Half an identity is damage: without it, the account could be joined
        // to another one.
        guard Self.fitsHeader(id + email), (identityIssuer == nil) == (identitySubject == nil) else {
            throw row.unreadable
        }
    }

    var values: [SQLValue] {
        [
            .id(id), .text(email), .text(language), .text(passcodeHash), .data(passcodeSalt), .flag(passcodeEnabled),
            .count(passcodeTimeoutMinutes), .text(recoveryKey), .count(failures), .flag(resetRequired),
            .count(passcodeVersion), .time(createdAt), .word(mailTrouble), .time(mailTroubleSince),
            .time(suspendedAt), .text(identityIssuer), .text(identitySubject), .count(passkeyCount),
            .count(passkeysVersion),
        ]
    }
}
