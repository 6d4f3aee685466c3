import Foundation

/// An account: the row in `users`.
struct Account: Equatable, Sendable {
    let id: String
    /// The email address in lower case.
    var email: String
    /// The language of pages and emails; nil until a sign-in, an unlock or a setting has named one.
    var language: String?
    /// The sealed PHC string of the passcode's hash; nil if no passcode is set or a block deleted it.
    var passcodeHash: String?
    /// The salt of the hash. The sealed hash is bound to it, so that neither can be replaced alone.
    var passcodeSalt: Data?
    /// Whether the account's own setting enables the passcode. Use ``isPasscodeEnabled(under:)`` to decide whether
    /// sessions lock.
    var passcodeEnabled = false
    /// The account's own timeout in minutes. Use ``timeout(under:)`` for the effective one.
    var passcodeTimeoutMinutes = 15
    /// The sealed recovery key, generated with the first passcode and never rotated.
    var recoveryKey: String?
    /// Consecutive failed attempts, over all sessions.
    var failures = 0
    /// Whether the account requires a reset to get a passcode.
    var resetRequired = false
    /// Increases when the passcode is set, changed, reset, enabled, disabled or deleted, so that earlier reservations
    /// can no longer succeed.
    private(set) var passcodeVersion = 0
    let createdAt: Timestamp
    /// The delivery problem of the address; nil if none is known.
    var deliveryStatus: DeliveryStatus?
    var deliveryStatusSince: Timestamp?
    /// The time when the operator suspended the account; nil if it is not suspended.
    var suspendedAt: Timestamp?
    /// The provider of the account, with ``identitySubject``; nil if the account signs in only by email.
    var identityIssuer: String?
    var identitySubject: String?
    /// The number of passkeys when one was last added or removed. They may have ended since.
    private(set) var passkeyCount = 0
    /// The ``passcodeVersion`` of the passkeys; nil before the first. Passkeys end with any other version.
    private(set) var passkeysVersion: Int?
    var role = AccountRole.member
    /// A name of the IANA time zone database; nil if no sign-in or setting has named one.
    var timeZone: String?

    static func fitsHeader(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) }
    }

    /// The account's identity at the team's provider.
    var identity: AccountIdentity? {
        get { AccountIdentity(issuer: identityIssuer, subject: identitySubject) }
        set { (identityIssuer, identitySubject) = (newValue?.issuer, newValue?.subject) }
    }

    var isSuspended: Bool { suspendedAt != nil }
    var isAdministrator: Bool { role == .administrator }
    var hasPasscode: Bool { passcodeHash != nil || resetRequired }

    /// Deletes the hash, so that the account must reset its passcode.
    mutating func requireReset() {
        resetRequired = true
        passcodeEnabled = true
        passcodeHash = nil
        passcodeSalt = nil
        changePasscodeVersion()
    }

    /// Invalidates verifications in progress and, unless the passcode was replaced by its owner, the passkeys.
    mutating func changePasscodeVersion(keepingPasskeys: Bool = false) {
        let keeps = keepingPasskeys && passkeysVersion == passcodeVersion
        passcodeVersion += 1
        if keeps { passkeysVersion = passcodeVersion }
    }
}

extension Account {
    /// Whether stored passkeys belong to the current passcode.
    var keepsPasskeys: Bool { passkeysVersion == passcodeVersion }

    /// Whether stored passkeys belong to a former passcode.
    var hasEndedPasskeys: Bool { passkeysVersion != nil && !keepsPasskeys }

    /// Whether a passkey can unlock the account's sessions.
    func hasPasskey(under rules: TeamRules) -> Bool {
        rules.arePasskeysOn && keepsPasskeys && passkeyCount > 0
    }

    /// Sets the number of passkeys of the current passcode.
    mutating func setPasskeyCount(_ count: Int) {
        passkeyCount = count
        passkeysVersion = passcodeVersion
    }

    /// The account without ended passkeys.
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
            .id("id"), .email("email").unique.fixed, .language("language").nullable,
            .record("passcode_hash").nullable, .data("passcode_salt", 0...64).nullable,
            .flag("passcode_enabled").defaulting(to: 0),
            // `openapi.yaml` lists the values that users may choose.
            .number("passcode_timeout_minutes", 1...1440).defaulting(to: 15),
            .record("recovery_key").nullable,
            .number("failures", 0...Int64(AttemptPolicy.perAccount)).defaulting(to: 0),
            .flag("reset_required").defaulting(to: 0), .counter("passcode_version").defaulting(to: 0),
            .time("created_at").fixed, .word("mail_trouble").nullable, .time("mail_trouble_since").nullable,
            .time("suspended_at").nullable, .issuer("identity_issuer").nullable,
            .subject("identity_subject").nullable,
            .number("passkey_count", 0...Int64(Passkey.maximumCount)).defaulting(to: 0),
            .counter("passkeys_version").nullable, .word("role").defaulting(to: "member"),
            .timeZone("time_zone"),
        ],
        hasVersion: true, lockKeyOf: "email", generated: [AccountState.column],
        indexes: [
            """
            UNIQUE INDEX users_by_identity ON users (identity_subject, identity_issuer)
            WHERE identity_subject IS NOT NULL
            """,
            "INDEX users_by_state ON users (state, email)",
            "INDEX users_administrators ON users (role) WHERE role = 'administrator'",
        ],
        storage: "fillfactor = 90")

    init(_ row: inout RowReader) throws {
        id = try row.key()
        email = try row.text()
        language = try row.optionalText()
        passcodeHash = try row.optionalText()
        passcodeSalt = try row.optionalData().map { Data($0) }
        passcodeEnabled = try row.flag()
        passcodeTimeoutMinutes = try row.number()
        recoveryKey = try row.optionalText()
        failures = try row.number()
        resetRequired = try row.flag()
        passcodeVersion = try row.number()
        createdAt = try row.time()
        deliveryStatus = try row.optionalWord()
        deliveryStatusSince = try row.optionalTime()
        suspendedAt = try row.optionalTime()
        identityIssuer = try row.optionalText()
        identitySubject = try row.optionalText()
        passkeyCount = try row.number()
        passkeysVersion = try row.optionalNumber()
        role = try row.word()
        timeZone = try row.optionalText()
        // ID and address appear in headers. A partial identity is damage: the account could be linked to another one.
        guard Self.fitsHeader(id + email), (identityIssuer == nil) == (identitySubject == nil) else {
            throw row.unreadable
        }
    }

    var values: [SQLValue] {
        [
            .id(id), .text(email), .text(language), .text(passcodeHash), .data(passcodeSalt), .flag(passcodeEnabled),
            .count(passcodeTimeoutMinutes), .text(recoveryKey), .count(failures), .flag(resetRequired),
            .count(passcodeVersion), .time(createdAt), .word(deliveryStatus), .time(deliveryStatusSince),
            .time(suspendedAt), .text(identityIssuer), .text(identitySubject), .count(passkeyCount),
            .count(passkeysVersion), .word(role), .text(timeZone),
        ]
    }
}
