/// Why a backend must not answer a request, with the response that apps of Latchkey understand.
public enum BackendRejection: Error, Equatable, Sendable {
    /// The request has no bearer token.
    case noToken
    /// There is no such session, or the token has expired: the app renews it.
    case invalidToken
    /// The session is locked: the app asks for the passcode.
    case locked
    /// The team requires a passcode, and none is set: the app has one set.
    case passcodeRequired
    /// The passcode was entered longer ago than `maxAge`, or never: the app asks for it and sends the request again.
    case passcodeTooOld(maxAge: Duration)
    /// The server did not answer in time, or not properly.
    case unavailable

    /// The HTTP status.
    public var statusCode: Int {
        switch self {
        case .noToken, .invalidToken, .passcodeTooOld: 401
        case .passcodeRequired: 403
        case .locked: 423
        case .unavailable: 503
        }
    }

    /// The `WWW-Authenticate` header of a 401 (RFC 6750, 3; RFC 9470, 3); otherwise nil.
    public var challenge: String? {
        switch self {
        case .noToken: "Bearer"
        case .invalidToken: #"Bearer error="invalid_token""#
        case .passcodeTooOld(let maxAge):
            // The gate's.
            #"Bearer error="insufficient_user_authentication", "#
                + #"error_description="The passcode was given too long ago, or never", "#
                + #"max_age="\#(maxAge.components.seconds)""#
        case .passcodeRequired, .locked, .unavailable: nil
        }
    }
}
