/// The reason that a call failed: a problem of the API, or a failure of the transport.
///
/// No case contains a secret or text that the caller sent.
public enum APIError: Error, Equatable, Sendable {
    /// A member of the request is missing or malformed.
    case invalidRequest([Problem.MemberError])
    /// The code or token is wrong, used, expired, for another purpose or of no account.
    case invalidCode
    /// The token of the team's own login is wrong, used, expired, for another audience or of no account.
    case invalidToken
    /// The passkey is wrong or already registered, or its challenge was used or has expired.
    case invalidPasskey
    /// There is no such session, or the session or refresh token has ended.
    case unauthenticated
    /// The passcode is wrong. `retryAfter` is zero if the next attempt may follow immediately. With `sessionEnded`, it
    /// was the session's last attempt.
    case incorrectPasscode(attemptsRemaining: Int, retryAfter: Duration, sessionEnded: Bool)
    /// The team requires a passcode: set one, or leave it enabled.
    case passcodeRequired
    /// Only the server's own pages may do this with a cookie.
    case crossSiteRequest
    /// This server does not use email to sign in or reset: only the team's own login does.
    case emailSignInDisabled
    /// There is nothing with that name, or it belongs to another account.
    case notFound
    /// The server does not support the method at this path.
    case methodNotAllowed
    /// No passcode is set.
    case passcodeNotSet
    /// A passcode is set: the current one is required.
    case passcodeAlreadySet
    /// Too many failures on the account: a reset by email is required.
    case passcodeResetRequired
    /// No passkey is set.
    case passkeyNotSet
    /// There are ten passkeys, and no more can be added.
    case tooManyPasskeys
    /// The user has no account and cannot get one: the email address is not verified, or another account has it.
    case identityConflict
    /// The account is the team's last administrator, and cannot be deleted.
    case lastAdministrator
    /// The passcode was changed since this device was registered. Sign in again.
    case passcodeChanged
    /// The attempt was made with other bytes, or is not the latest one.
    case attemptConflict
    /// The account has as many devices as the server allows.
    case tooManyDevices
    /// The device was shut, or no attempts are left: the server has destroyed its key.
    case deviceShut
    /// The request is larger than 4 KiB.
    case payloadTooLarge
    /// The server did not accept the request as JSON.
    case unsupportedMediaType
    /// The new passcode was rejected. `reason` is nil if this version does not know it.
    case weakPasscode(reason: WeakPasscodeReason?)
    /// The timeout is not one of the allowed numbers of minutes.
    case invalidTimeout(allowed: [Int])
    /// The session is locked.
    case locked
    /// A backend requires the passcode again: it was last verified longer ago than `maxAge`, or never. `maxAge` is nil
    /// if the backend did not send it. See ``init(challenge:)``; the server itself returns it when a passkey is added.
    case passcodeTooOld(maxAge: Duration?)
    /// Wait before the next attempt. No attempt was spent.
    case tooManyAttempts(retryAfter: Duration)
    /// The server failed.
    case internalError
    /// The server is unavailable. `retryAfter` is nil if it did not send a delay.
    case temporarilyUnavailable(retryAfter: Duration?)

    /// No connection was established: the server has received nothing.
    case offline
    /// The connection was lost; the server may have performed the call.
    case connectionLost
    /// No response arrived in time; the server may have performed the call.
    case timedOut
    /// The task was cancelled; the server may have performed the call.
    case cancelled
    /// The server did not prove its identity.
    case insecureConnection
    /// The transport failed otherwise, with the platform's error number.
    case transportFailed(code: Int)
    /// The response is unknown to the API, malformed, too large (`status` 0) or a redirect.
    case unexpected(status: Int)
}

extension APIError {
    package init(_ error: HTTPTransportError) {
        self =
            switch error {
            case .notConnected: .offline
            case .connectionLost: .connectionLost
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .tls: .insecureConnection
            case .responseTooLarge: .unexpected(status: 0)
            case .other(let code): .transportFailed(code: code)
            }
    }
}
