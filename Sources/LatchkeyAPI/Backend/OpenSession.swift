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

    /// Returns nil for a session that is locked or has ended, and for an incomplete response.
    public init?(_ introspection: TokenIntrospection) {
        guard introspection.active, let userID = introspection.userID, !userID.isEmpty else { return nil }
        self.userID = userID
        email = introspection.email
        passcodeTime =
            introspection.contextClass == TokenIntrospection.passcode ? introspection.authenticationTime : nil
        identity = introspection.identity
    }

    /// Whether the passcode was entered at most this long ago. A time in the future is not accepted, except within the
    /// allowed clock difference of a minute.
    public func isPasscodeFresh(within maxAge: Duration, now: Date = .now) -> Bool {
        guard let passcodeTime else { return false }
        let (age, overflows) = Int64(now.timeIntervalSince1970).subtractingReportingOverflow(passcodeTime)
        return !overflows && age >= -Self.clockSkew && age <= maxAge.components.seconds
    }

    /// Throws ``BackendRejection/passcodeTooOld(maxAge:)`` unless ``isPasscodeFresh(within:now:)``.
    public func requirePasscode(within maxAge: Duration, now: Date = .now) throws(BackendRejection) {
        guard isPasscodeFresh(within: maxAge, now: now) else { throw .passcodeTooOld(maxAge: maxAge) }
    }
}
