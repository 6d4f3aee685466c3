import LatchkeyAPI

/// The team's rules for all accounts, from the settings.
///
/// Rules are not stored. Stored settings are read under them, so that a stricter rule applies after a restart, and a
/// looser one restores each account's own settings.
struct TeamRules: Equatable, Sendable {
    enum Passcode: Sendable {
        case optional
        /// Each session requires a passcode, regardless of the account's settings.
        case required
    }

    enum Biometrics: Sendable {
        case allowed
        case forbidden
    }

    enum Unlock: Sendable {
        /// An app may open its vault without the server.
        case offline
        /// An app must open its vault with the server's share; see ``UnlockKey``.
        case server
    }

    var passcode = Passcode.optional
    /// The longest timeout in minutes, one of ``User/allowedTimeouts``; replaces a longer setting.
    var longestTimeoutMinutes = User.allowedTimeouts.max() ?? 60
    /// Whether biometrics may unlock; applies to apps and passkeys.
    var biometrics = Biometrics.allowed
    /// Whether apps open only with the server. Apps receive this rule from the server.
    var unlock = Unlock.offline
    /// Whether passkeys unlock in browsers: biometrics are allowed, and the public URL supports passkeys.
    var arePasskeysOn = true
    /// Maximum lifetime of a session in days. NIST SP 800-63B-4, 2.1.3 recommends 30 at AAL1.
    var sessionDays = 30

    static let possibleSessionDays = 1...365

    var sessionLifetime: Duration { .days(sessionDays) }
    /// The timeouts that users may choose, in minutes.
    var timeouts: [Int] { User.allowedTimeouts.filter { $0 <= longestTimeoutMinutes } }

    /// The rules, as sent to a session.
    ///
    /// - Parameter end: The end of the session.
    func policy(sessionEndsAt end: Timestamp) -> User.Policy {
        User.Policy(
            passcodeRequired: passcode == .required, longestTimeoutMinutes: longestTimeoutMinutes,
            biometricsAllowed: biometrics == .allowed, sessionEndsAt: end.date,
            serverUnlockRequired: unlock == .server)
    }
}
