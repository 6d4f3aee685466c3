public import Foundation

/// The reason that a backend must reject a request, with the response that apps support.
public enum BackendRejection: Error, Equatable, Sendable {
    /// The request has no bearer token.
    case noToken
    /// There is no such session, or the token has expired: the app renews it.
    case invalidToken
    /// The session is locked: the app requests the passcode.
    case locked
    /// The team requires a passcode, and none is set: the app requests a new one.
    case passcodeRequired
    /// The passcode was entered longer ago than `maxAge`, or never: the app requests it and repeats the request.
    case passcodeTooOld(maxAge: Duration)
    /// The server did not respond in time, or its response is invalid.
    case unavailable

    /// The HTTP status of the response.
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
            // The same as the gate's.
            #"Bearer error="insufficient_user_authentication", "#
                + #"error_description="The passcode was verified too long ago, or never", "#
                + #"max_age="\#(maxAge.components.seconds)""#
        case .passcodeRequired, .locked, .unavailable: nil
        }
    }
}

extension BackendRejection: LocalizedError {
    /// The reason in English, for logs.
    public var errorDescription: String? {
        switch self {
        case .noToken: "The request has no bearer token."
        case .invalidToken: "The access token has expired, or its session has ended."
        case .locked: "The session is locked."
        case .passcodeRequired: "The team requires a passcode, and none is set."
        case .passcodeTooOld: "The passcode was verified too long ago, or never."
        case .unavailable: "Latchkey did not respond in time, or its response is invalid."
        }
    }
}
