import Foundation
import LatchkeyAPI

/// A signed-in device: the row in `sessions`.
struct Session: Equatable, Sendable {
    /// The reason why a session is latched.
    enum Lock: String, Sendable {
        /// It was idle for as long as the timeout; refresh may lift it.
        case idle
        /// Signed in without the passcode, locked manually, or the passcode was enabled elsewhere.
        case passcodeRequired = "passcode_required"
    }

    let id: String
    let accountID: String
    let transport: SessionTransport
    var deviceName: String?
    let createdAt: Timestamp
    /// The end that the sign-in gave, whatever the session does. It ends at ``endsAt(under:)``.
    let expiresAt: Timestamp
    /// May lag by ``activityLag``: it then locks early, never late.
    var lastActiveAt: Timestamp
    var lock: Lock?
    /// Goes up at each lock and unlock: a check that was reserved before can no longer succeed.
    var lockVersion = 0
    /// When the passcode was last given; nil again after a manual lock.
    var passcodeGivenAt: Timestamp?
    /// Failed attempts in a row.
    var failures = 0
    /// No attempt before this.
    var waitUntil: Timestamp?
    var refreshGeneration = 0
    /// Digest of the refresh token before the present generation.
    var previousRefreshDigest: String?
    /// When the present generation began.
    var refreshedAt: Timestamp?
    /// The beginning of all refresh tokens of the session, so that an old one is known without a row of its own; nil
    /// before the first one.
    var refreshFamily: String?
    /// The generation that began when the passcode was given.
    var passcodeGeneration: Int?
    /// Until when refreshing and changing settings have used up their ``SessionAllowance``.
    var changesUsedUntil: Timestamp?
    /// Until when changing the passcode has.
    var passcodeChangesUsedUntil: Timestamp?
    /// The one challenge to a passkey that is not answered yet.
    var challenge: PendingChallenge?
    /// When a passkey last opened the session; nil again after a manual lock.
    var passkeyGivenAt: Timestamp?

    static let activityLag: Duration = .seconds(5)
    /// Two servers' clocks may differ by this much. An activity further in the future means that the clock went back.
    static let clockTolerance: Duration = .seconds(60)

    /// How long ago the passcode was given; nil when it was not. A moment in the future means that the clock went back.
    static func passcodeAge(_ givenAt: Timestamp?, at now: Timestamp) -> Duration? {
        guard let givenAt, givenAt - now <= clockTolerance else { return nil }
        return max(.seconds(0), now - givenAt)
    }

    /// Whether the passcode was given, or a passkey, and no manual lock came after it.
    func isProven(under rules: TeamRules) -> Bool {
        passcodeGivenAt != nil || (passkeyGivenAt != nil && rules.arePasskeysOn)
    }

    mutating func latch(_ reason: Lock) {
        lock = reason
        lockVersion += 1
    }

    mutating func unlock(at now: Timestamp) {
        lock = nil
        lockVersion += 1
        lastActiveAt = now
    }
}

extension Session {
    /// Fails for an account that is suspended: it has no sessions.
    init?(
        id: String, account: Account, transport: SessionTransport, deviceName: String?, under rules: TeamRules,
        now: Timestamp
    ) {
        guard !account.isSuspended else { return nil }
        self.id = id
        accountID = account.id
        self.transport = transport
        self.deviceName = deviceName
        createdAt = now
        expiresAt = now + rules.sessionLifetime
        lastActiveAt = now
        lock = account.isPasscodeEnabled(under: rules) ? .passcodeRequired : nil
    }
}

extension Session: TableRow {
    static let table = Table(
        "sessions",
        [
            .id("id"), .id("account_id").references("users", onDelete: .cascade).fixed, .word("transport").fixed,
            .text("device_name", 1...256).nullable, .time("created_at").fixed, .time("expires_at").fixed,
            .time("last_active_at"), .word("lock").nullable, .counter("lock_version"),
            .time("passcode_given_at").nullable, .number("failures", 0...Int64(AttemptLimits.perSession)),
            .time("wait_until").nullable, .counter("refresh_generation"), .digest("previous_refresh_digest").nullable,
            .time("refreshed_at").nullable, .word("refresh_family").nullable, .counter("passcode_generation").nullable,
            .time("changes_used_until").nullable, .time("passcode_changes_used_until").nullable,
            .data("challenge_digest", 32...32).nullable, .time("challenge_expires_at").nullable,
            .time("passkey_given_at").nullable,
        ],
        hasVersion: true,
        indexes: [
            "INDEX sessions_of_account ON sessions (account_id)", "INDEX sessions_by_end ON sessions (expires_at)",
            // Sessions are swept by their start where the team's rules let them last for less than when they began.
            "INDEX sessions_by_start ON sessions (created_at)",
            "UNIQUE INDEX sessions_by_family ON sessions (refresh_family) WHERE refresh_family IS NOT NULL",
        ],
        // HOT updates of the last activity need room on their page.
        storage: "fillfactor = 80")

    init(_ row: inout RowReader) throws {
        id = try row.key()
        accountID = try row.id()
        transport = try row.word()
        deviceName = try row.optionalText()
        createdAt = try row.time()
        expiresAt = try row.time()
        lastActiveAt = try row.time()
        lock = try row.optionalWord()
        lockVersion = try row.number()
        passcodeGivenAt = try row.optionalTime()
        failures = try row.number()
        waitUntil = try row.optionalTime()
        refreshGeneration = try row.number()
        previousRefreshDigest = try row.optionalDigest()
        refreshedAt = try row.optionalTime()
        refreshFamily = try row.optionalText()
        passcodeGeneration = try row.optionalNumber()
        changesUsedUntil = try row.optionalTime()
        passcodeChangesUsedUntil = try row.optionalTime()
        challenge = try PendingChallenge(digest: row.optionalData().map { Data($0) }, expiresAt: row.optionalTime())
        passkeyGivenAt = try row.optionalTime()
    }

    var values: [SQLValue] {
        [
            .id(id), .id(accountID), .word(transport), .text(deviceName), .time(createdAt), .time(expiresAt),
            .time(lastActiveAt), .word(lock), .count(lockVersion), .time(passcodeGivenAt), .count(failures),
            .time(waitUntil), .count(refreshGeneration), .digest(previousRefreshDigest), .time(refreshedAt),
            .text(refreshFamily), .count(passcodeGeneration), .time(changesUsedUntil),
            .time(passcodeChangesUsedUntil), .data(challenge?.digest), .time(challenge?.expiresAt),
            .time(passkeyGivenAt),
        ]
    }
}
