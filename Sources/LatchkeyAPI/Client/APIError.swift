/// Why a call did not succeed: each problem of the contract, then what happens on the way.
///
/// No case holds a secret, nor text that the caller sent.
public enum APIError: Error, Equatable, Sendable {
    /// A member of the request is missing or malformed.
    case invalidRequest([Problem.MemberError])
    /// The code or token is wrong, used, outdated, of another purpose or of no account.
    case invalidCode
    /// The token of the team's own login is wrong, used, outdated, for others or of no account.
    case invalidToken
    /// The passkey is wrong, its challenge was used or is outdated, or it is known already.
    case invalidPasskey
    /// There is no such session, or it or the refresh token has ended.
    case unauthenticated
    /// That was not the passcode. `retryAfter` is zero when the next attempt may follow at once; with `sessionEnded`
    /// it was the session's last.
    case incorrectPasscode(attemptsRemaining: Int, retryAfter: Duration, sessionEnded: Bool)
    /// The team requires a passcode: set one, or leave it enabled.
    case passcodeRequired
    /// Only pages of the server may do this with a cookie.
    case crossSiteRequest
    /// Mails neither sign in nor reset here: only the team's own login does.
    case mailSignInOff
    /// There is nothing of that name, or it is not the account's own.
    case notFound
    /// The server does not know the method at this path.
    case methodNotAllowed
    /// No passcode is set.
    case passcodeNotSet
    /// A passcode is set: give the current one.
    case passcodeAlreadySet
    /// Too many failures on the account: only a reset by mail leaves this.
    case passcodeResetRequired
    /// No passkey is set.
    case passkeyNotSet
    /// There are ten passkeys, and no more can be added.
    case tooManyPasskeys
    /// The person has no account, and gets none: the e-mail address is not verified, or another account has it.
    case identityConflict
    /// The request has over 4 KiB.
    case payloadTooLarge
    /// The server did not accept the request as JSON.
    case unsupportedMediaType
    /// The new passcode was refused. `reason` is nil when this version does not know it.
    case weakPasscode(reason: WeakPasscodeReason?)
    /// The timeout is not one of the allowed numbers of minutes.
    case invalidTimeout(allowed: [Int])
    /// The session is locked.
    case locked
    /// A backend wants the passcode given again: it was given longer ago than `maxAge`, or never. Nil when the backend
    /// did not say how long ago it may be. Made by ``init(challenge:)``, and answered by the passcode server where a
    /// passkey is added.
    case passcodeTooOld(maxAge: Duration?)
    /// Wait; nothing was tried or spent.
    case tooManyAttempts(retryAfter: Duration)
    /// The server failed.
    case internalError
    /// The server cannot answer now. `retryAfter` is nil when it did not say how long.
    case temporarilyUnavailable(retryAfter: Duration?)

    /// No connection came about: the server has received nothing.
    case offline
    /// The connection broke; the server may have done what was asked.
    case connectionLost
    /// No answer came in time; the server may have done what was asked.
    case timedOut
    /// The task was cancelled; the server may have done what was asked.
    case cancelled
    /// The server did not prove who it is.
    case insecureConnection
    /// The transport failed otherwise, with the platform's number for it.
    case transportFailed(code: Int)
    /// The answer is not one of the contract: unknown, malformed, too large (`status` 0) or a redirect.
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
