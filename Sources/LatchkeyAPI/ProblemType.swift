/// The kinds of problem that the server answers with.
public enum ProblemType: String, CaseIterable, Codable, Sendable {
    case invalidRequest = "invalid-request"
    case invalidCode = "invalid-code"
    case unauthenticated
    case incorrectPasscode = "incorrect-passcode"
    case crossSiteRequest = "cross-site-request"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case passcodeNotSet = "passcode-not-set"
    case passcodeAlreadySet = "passcode-already-set"
    case passcodeResetRequired = "passcode-reset-required"
    case payloadTooLarge = "payload-too-large"
    case unsupportedMediaType = "unsupported-media-type"
    case weakPasscode = "weak-passcode"
    case invalidTimeout = "invalid-timeout"
    case locked
    case tooManyAttempts = "too-many-attempts"
    case tooManyRequests = "too-many-requests"
    case internalError = "internal-error"
    case temporarilyUnavailable = "temporarily-unavailable"

    /// The HTTP status that goes with it.
    public var status: Int {
        switch self {
        case .invalidRequest, .invalidCode: 400
        case .unauthenticated: 401
        case .incorrectPasscode, .crossSiteRequest: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .passcodeNotSet, .passcodeAlreadySet, .passcodeResetRequired: 409
        case .payloadTooLarge: 413
        case .unsupportedMediaType: 415
        case .weakPasscode, .invalidTimeout: 422
        case .locked: 423
        case .tooManyAttempts, .tooManyRequests: 429
        case .internalError: 500
        case .temporarilyUnavailable: 503
        }
    }

    /// The same for every occurrence, as RFC 9457 asks.
    public var title: String {
        switch self {
        case .invalidRequest: "The request is malformed"
        case .invalidCode: "The code or link does not work"
        case .unauthenticated: "Not signed in"
        case .incorrectPasscode: "Incorrect passcode"
        case .crossSiteRequest: "The request came from another site"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .passcodeNotSet: "No passcode is set"
        case .passcodeAlreadySet: "A passcode is already set"
        case .passcodeResetRequired: "The passcode must be reset"
        case .payloadTooLarge: "The request is too large"
        case .unsupportedMediaType: "The request is not JSON"
        case .weakPasscode: "The passcode cannot be used"
        case .invalidTimeout: "The timeout is not one of the choices"
        case .locked: "The session is locked"
        case .tooManyAttempts: "Wait before the next attempt"
        case .tooManyRequests: "Too many requests"
        case .internalError: "Something went wrong"
        case .temporarilyUnavailable: "Temporarily unavailable"
        }
    }

    /// What to say where nothing more particular is known.
    var detail: String {
        switch self {
        case .invalidRequest: "A member is missing, of the wrong kind or malformed."
        case .invalidCode: "It is wrong, used or outdated. Ask for a new one."
        case .unauthenticated: "There is no session, or it has ended. Sign in."
        case .incorrectPasscode: "That was not the passcode."
        case .crossSiteRequest: "Only pages of this server may do this."
        case .notFound: "There is nothing here."
        case .methodNotAllowed: "The Allow header says which methods work."
        case .passcodeNotSet: "Set a passcode first."
        case .passcodeAlreadySet: "Give current_passcode to change it."
        case .passcodeResetRequired: "Only a reset by mail opens the account again."
        case .payloadTooLarge: "A request has at most 4 KiB."
        case .unsupportedMediaType: "Send application/json."
        case .weakPasscode: "Choose another one."
        case .invalidTimeout: "Choose one of the allowed minutes."
        case .locked: "Give the passcode to unlock it."
        case .tooManyAttempts: "Nothing was tried or spent."
        case .tooManyRequests: "Nothing was changed. Wait before the next one."
        case .internalError: "It is logged. Nothing that you sent is."
        case .temporarilyUnavailable: "Try again in a moment."
        }
    }
}
