import Foundation
import LatchkeyAPI

/// A signed-in device: the row in `sessions`.
struct Session: Equatable, Sendable {
    /// The reason for a persisted lock.
    enum Lock: String, Sendable {
        /// The session was idle for the timeout; a refresh may remove this lock.
        case idle
        /// The session was signed in without the passcode or locked manually, or the passcode was enabled elsewhere.
        case passcodeRequired = "passcode_required"
    }

    /// When the session was last unlocked by the passcode and by a passkey; nil after a manual lock.
    struct Proof: Equatable, Sendable {
        let passcodeVerifiedAt: Timestamp?
        let passkeyVerifiedAt: Timestamp?

        /// Whether one of them is enough. A passkey is, because adding it requires the passcode.
        func isVerified(under rules: TeamRules) -> Bool {
            passcodeVerifiedAt != nil || (passkeyVerifiedAt != nil && rules.arePasskeysOn)
        }
    }

    /// The device of a new session.
    struct Device: Sendable {
        let transport: SessionTransport
        let name: String?
    }

    let id: String
    let accountID: String
    let transport: SessionTransport
    var deviceName: String?
    let createdAt: Timestamp
    /// The latest end, set at sign-in. The effective end is ``endsAt(under:)``.
    let expiresAt: Timestamp
    /// The last activity. It may lag by ``activityLag``: the session then locks early, never late.
    var lastActiveAt: Timestamp
    var lock: Lock?
    /// Increases with each lock and unlock, so that earlier reservations can no longer succeed.
    var lockVersion = 0
    /// The time when the passcode was last verified; nil after a manual lock.
    var passcodeVerifiedAt: Timestamp?
    /// The number of consecutive failed attempts.
    var failures = 0
    /// The end of the delay: no attempt before this time.
    var waitUntil: Timestamp?
    var refreshGeneration = 0
    /// The digest of the previous generation's refresh token.
    var previousRefreshDigest: String?
    /// The time when the current generation started.
    var refreshedAt: Timestamp?
    /// The prefix of the session's refresh tokens, which identifies old ones without rows; nil before the first.
    var refreshFamily: String?
    /// The generation that started when the passcode was verified.
    var passcodeGeneration: Int?
    /// The time until which refreshes and changes of settings have used their ``SessionAllowance``.
    var changesUsedUntil: Timestamp?
    /// The time until which changes of the passcode have used their ``SessionAllowance``.
    var passcodeChangesUsedUntil: Timestamp?
    /// The pending passkey challenge.
    var challenge: PendingChallenge?
    /// The time when a passkey last unlocked the session; nil after a manual lock.
    var passkeyVerifiedAt: Timestamp?

    static let activityLag: Duration = .seconds(5)
    /// Maximum difference between servers' clocks. Activity further in the future means that the clock was set back.
    static let clockTolerance: Duration = .seconds(60)

    /// Returns the age of the passcode verification; nil without one, or after the clock was set back.
    static func passcodeAge(_ verifiedAt: Timestamp?, at now: Timestamp) -> Duration? {
        guard let verifiedAt, verifiedAt - now <= clockTolerance else { return nil }
        return max(.seconds(0), now - verifiedAt)
    }

    var proof: Proof { Proof(passcodeVerifiedAt: passcodeVerifiedAt, passkeyVerifiedAt: passkeyVerifiedAt) }

    mutating func lockManually() {
        persistLock(.passcodeRequired)
        (passcodeVerifiedAt, passkeyVerifiedAt, challenge) = (nil, nil, nil)
    }

    mutating func persistLock(_ reason: Lock) {
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
    /// Returns nil for a suspended account.
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
            .deviceName("device_name"), .time("created_at").fixed, .time("expires_at").fixed,
            .time("last_active_at"), .word("lock").nullable, .counter("lock_version"),
            .time("passcode_given_at").nullable, .number("failures", 0...Int64(AttemptPolicy.perSession)),
            .time("wait_until").nullable, .counter("refresh_generation"), .digest("previous_refresh_digest").nullable,
            .time("refreshed_at").nullable, .word("refresh_family").nullable, .counter("passcode_generation").nullable,
            .time("changes_used_until").nullable, .time("passcode_changes_used_until").nullable,
            .data("challenge_digest", 32...32).nullable, .time("challenge_expires_at").nullable,
            .time("passkey_given_at").nullable,
        ],
        hasVersion: true,
        indexes: [
            "INDEX sessions_of_account ON sessions (account_id)", "INDEX sessions_by_end ON sessions (expires_at)",
            // Sessions are swept by their start if the team's rules shorten them.
            "INDEX sessions_by_start ON sessions (created_at)",
            "UNIQUE INDEX sessions_by_family ON sessions (refresh_family) WHERE refresh_family IS NOT NULL",
        ],
        // HOT updates of the last activity require free space on the page.
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
        passcodeVerifiedAt = try row.optionalTime()
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
        passkeyVerifiedAt = try row.optionalTime()
    }

    var values: [SQLValue] {
        [
            .id(id), .id(accountID), .word(transport), .text(deviceName), .time(createdAt), .time(expiresAt),
            .time(lastActiveAt), .word(lock), .count(lockVersion), .time(passcodeVerifiedAt), .count(failures),
            .time(waitUntil), .count(refreshGeneration), .digest(previousRefreshDigest), .time(refreshedAt),
            .text(refreshFamily), .count(passcodeGeneration), .time(changesUsedUntil),
            .time(passcodeChangesUsedUntil), .data(challenge?.digest), .time(challenge?.expiresAt),
            .time(passkeyVerifiedAt),
        ]
    }
}
