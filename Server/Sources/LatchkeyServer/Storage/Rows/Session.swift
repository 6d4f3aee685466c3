import Foundation
import LatchkeyAPI

/// A signed-in device: the row in `sessions`.
struct Session: Codable, Equatable, Sendable {
    /// The reason why a session is latched.
    enum Lock: String, Codable, Sendable {
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
    /// Of ``challenge``.
    private(set) var challengeDigest: Data?
    private(set) var challengeExpiresAt: Timestamp?
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

    /// The one challenge to a passkey that is not answered yet.
    var challenge: PendingChallenge? {
        get { PendingChallenge(digest: challengeDigest, expiresAt: challengeExpiresAt) }
        set { (challengeDigest, challengeExpiresAt) = (newValue?.digest, newValue?.expiresAt) }
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
