import LatchkeyAPI

/// What the team that runs the server demands of all its accounts, by the settings.
///
/// Rules are not stored: what is stored is read under them, so that a stricter one counts from the restart on, and a
/// looser one lets each account's own settings count again.
struct TeamRules: Equatable, Sendable {
    enum Passcode: Sendable {
        case optional
        /// Each session needs one, whatever its account's settings say.
        case required
    }

    enum Biometrics: Sendable {
        case allowed
        case forbidden
    }

    var passcode = Passcode.optional
    /// One of ``User/allowedTimeouts``; a longer setting counts as this.
    var longestTimeoutMinutes = User.allowedTimeouts.max() ?? 60
    /// For apps, and for passkeys.
    var biometrics = Biometrics.allowed
    /// Whether passkeys unlock in the browser: where biometrics are allowed, and the public URL's host can have any.
    var arePasskeysOn = true
    /// How long after its sign-in a session ends. NIST SP 800-63B-4, 2.1.3 recommends 30 days at AAL1.
    var sessionDays = 30

    static let possibleSessionDays = 1...365

    var sessionLifetime: Duration { .days(sessionDays) }
    /// The timeouts that one may choose, in minutes.
    var timeouts: [Int] { User.allowedTimeouts.filter { $0 <= longestTimeoutMinutes } }

    /// The rules as a session is told them.
    ///
    /// - Parameter end: Of the session.
    func policy(sessionEndsAt end: Timestamp) -> User.Policy {
        User.Policy(
            passcodeRequired: passcode == .required, longestTimeoutMinutes: longestTimeoutMinutes,
            biometricsAllowed: biometrics == .allowed, sessionEndsAt: end.date)
    }
}
