public import Foundation

/// A session that is signed in and not locked.
public struct OpenSession: Equatable, Sendable {
    /// The maximum difference between the clocks of this machine and the server, in seconds.
    static let clockSkew: Int64 = 60

    /// The account's identifier, which never changes.
    public let userID: String
    /// The account's email address in lower case.
    public let email: String?
    /// The time when the passcode was entered, in seconds since 1970; nil if it was not entered or is not enabled.
    public let passcodeTime: Int64?
    /// The account's identity at the team's provider; nil for an account that signed in by email only.
    public let identity: TokenIntrospection.ProviderSubject?

    /// Returns nil for a session that is locked or has ended, and for an incomplete or contradictory response.
    public init?(_ introspection: TokenIntrospection) {
        guard introspection.isValid, introspection.active, introspection.locked != true,
            introspection.passcodeRequired != true, let userID = introspection.userID
        else { return nil }
        self.userID = userID
        email = introspection.email
        passcodeTime =
            introspection.contextClass == TokenIntrospection.passcode ? introspection.authenticationTime : nil
        identity = introspection.identity
    }

    /// Whether the passcode was entered at most this long ago.
    ///
    /// Clocks may differ by a minute. A shorter `maxAge` is raised to a minute, since with a clock that is ahead a new
    /// passcode would be too old. A time more than a minute in the future is not accepted.
    public func isPasscodeFresh(within maxAge: Duration, now: Date = .now) -> Bool {
        guard let passcodeTime else { return false }
        let age = Int64(now.timeIntervalSince1970) - passcodeTime
        return age >= -Self.clockSkew && age <= Self.limit(maxAge).components.seconds
    }

    /// Throws ``BackendRejection/passcodeTooOld(maxAge:)`` unless ``isPasscodeFresh(within:now:)``.
    public func requirePasscode(within maxAge: Duration, now: Date = .now) throws(BackendRejection) {
        guard isPasscodeFresh(within: maxAge, now: now) else { throw .passcodeTooOld(maxAge: Self.limit(maxAge)) }
    }

    private static func limit(_ maxAge: Duration) -> Duration { max(maxAge, .seconds(clockSkew)) }
}

extension TokenIntrospection {
    /// The latest valid time. JavaScript, the language of some backends, represents no later one exactly.
    private static let latestTime: UInt64 = 1 << 53 - 1

    /// Whether an active token has an account, and all times are in their range.
    var isValid: Bool {
        [authenticationTime, expirationTime].allSatisfy { ($0 ?? 0).magnitude <= Self.latestTime }
            && (!active || userID?.isEmpty == false)
    }
}
