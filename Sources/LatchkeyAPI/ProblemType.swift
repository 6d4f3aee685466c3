/// A type of problem in the server's error responses.
public enum ProblemType: String, CaseIterable, Codable, Sendable {
    case invalidRequest = "invalid-request"
    case invalidCode = "invalid-code"
    case invalidToken = "invalid-token"
    case invalidPasskey = "invalid-passkey"
    case unauthenticated
    case incorrectPasscode = "incorrect-passcode"
    case passcodeRequired = "passcode-required"
    case passcodeTooOld = "passcode-too-old"
    case crossSiteRequest = "cross-site-request"
    case emailSignInDisabled = "mail-sign-in-off"
    case notAdministrator = "not-administrator"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case passcodeNotSet = "passcode-not-set"
    case passcodeAlreadySet = "passcode-already-set"
    case passcodeResetRequired = "passcode-reset-required"
    case passkeyNotSet = "passkey-not-set"
    case tooManyPasskeys = "too-many-passkeys"
    case passcodeChanged = "passcode-changed"
    case attemptConflict = "attempt-conflict"
    case tooManyDevices = "too-many-devices"
    case identityConflict = "identity-conflict"
    case lastAdministrator = "last-administrator"
    case ownAccount = "own-account"
    case roleOfProvider = "role-of-provider"
    case accountChanged = "account-changed"
    case deviceShut = "device-shut"
    case payloadTooLarge = "payload-too-large"
    case unsupportedMediaType = "unsupported-media-type"
    case weakPasscode = "weak-passcode"
    case invalidTimeout = "invalid-timeout"
    case locked
    case tooManyAttempts = "too-many-attempts"
    case tooManyRequests = "too-many-requests"
    case internalError = "internal-error"
    case temporarilyUnavailable = "temporarily-unavailable"

    /// The HTTP status of the type.
    public var status: Int { parts.status }
    /// The title, which RFC 9457 requires to be the same for every occurrence.
    public var title: String { parts.title }
    /// The default description.
    var detail: String { parts.detail }

    private var parts: (status: Int, title: String, detail: String) {
        switch self {
        case .invalidRequest: (400, "The request is malformed", "A member is missing, of the wrong type or malformed.")
        case .invalidCode:
            (400, "The code or link does not work", "It is wrong, used or expired. Request a new one.")
        case .invalidToken:
            (400, "Sign-in failed", "The token is wrong, used, expired, or has no account. Request a new one.")
        case .invalidPasskey: (400, "The passkey does not work", "The response is wrong, used or expired. Try again.")
        case .unauthenticated: (401, "Not signed in", "There is no session, or it has ended. Sign in.")
        case .incorrectPasscode: (403, "Wrong passcode", "The passcode is wrong.")
        case .passcodeRequired: (403, "A passcode is required", "The team requires a passcode.")
        case .passcodeTooOld: (403, "The passcode was entered too long ago", "Send the passcode again.")
        case .crossSiteRequest: (403, "The request came from another site", "Only pages of this server may do this.")
        case .emailSignInDisabled: (403, "Email sign-in is disabled", "Sign in with the team's OpenID provider.")
        case .notAdministrator: (403, "You are not an administrator", "Only administrators of the team may do this.")
        case .notFound: (404, "Not found", "There is nothing at this path.")
        case .methodNotAllowed: (405, "Method not allowed", "The Allow header lists the supported methods.")
        case .passcodeNotSet: (409, "No passcode is set", "Set a passcode first.")
        case .passcodeAlreadySet: (409, "A passcode is already set", "Send current_passcode to change it.")
        case .passcodeResetRequired:
            (409, "The passcode must be reset", "Reset the passcode to unlock the account.")
        case .passkeyNotSet: (409, "No passkey is set", "Add a passkey first.")
        case .tooManyPasskeys: (409, "Too many passkeys", "Remove one first.")
        case .passcodeChanged: (409, "The passcode was changed", "Register a new unlock key.")
        case .attemptConflict:
            (409, "The attempt is out of date", "It has other data than before, or is not the latest. Start a new one.")
        case .tooManyDevices: (409, "Too many devices", "Shut one first.")
        case .identityConflict:
            (409, "No account for this sign-in", "Its email address is not verified, or another account uses it.")
        case .lastAdministrator:
            (409, "This is the last administrator", "Make another account an administrator first.")
        case .ownAccount: (409, "This is your own account", "Another administrator must do this.")
        case .roleOfProvider:
            (409, "The provider decides on this role", "The role follows a claim of its tokens. Change it there.")
        case .accountChanged:
            (412, "The account has changed", "Nothing was done. Reload the account and try again.")
        case .deviceShut:
            (410, "The device was shut", "The server has destroyed its share of the device's vault. Sign in again.")
        case .payloadTooLarge:
            (413, "The request is too large", "The limit of most requests is 4 KiB. Send a shorter one.")
        case .unsupportedMediaType: (415, "The request is not JSON", "Send application/json.")
        case .weakPasscode: (422, "The passcode cannot be used", "Choose a different one.")
        case .invalidTimeout: (422, "The timeout is not available", "Choose one of the allowed timeouts.")
        case .locked: (423, "The session is locked", "Send the passcode to unlock it.")
        case .tooManyAttempts: (429, "Wait before the next attempt", "The attempt was not counted.")
        case .tooManyRequests: (429, "Too many requests", "Nothing was changed. Wait before the next one.")
        case .internalError: (500, "Something went wrong", "The error was logged, without the content of the request.")
        case .temporarilyUnavailable: (503, "Temporarily unavailable", "Try again in a moment.")
        }
    }
}
