public import Foundation
public import LatchkeyAPI
internal import LatchkeyCore
public import LatchkeyLock

extension SessionError {
    /// The text for the user, in one or two sentences.
    ///
    /// - Parameters:
    ///   - texts: The session's texts.
    ///   - lock: The lock's texts.
    public func text(in texts: SessionTexts, _ lock: LockTexts) -> String {
        switch self {
        case .signedOut: texts[.signedOut]
        case .ended: texts[.sessionEnded]
        case .locked: lock[.locked]
        case .otherAccount: texts[.otherAccount]
        case .formerPasscodeNeeded: texts[.formerPasscodeNeeded]
        case .vault(let error): error.text(in: lock)
        case .storage, .sessionLock: texts[.storageTrouble]
        case .cancelled: texts[.serverTrouble]
        case .api(.tooManyDevices): lock[.tooManyDevices]
        case .api(.deviceShut): lock[.deviceShut]
        case .api(.passcodeChanged): lock[.passcodeChangedElsewhere]
        case .api(let error): texts[SessionText(error)]
        }
    }
}

extension SessionError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? {
        let languages = PreferredLanguages.current
        return text(in: .preferred(from: languages), .preferred(from: languages))
    }
}

extension APIError: LocalizedError {
    /// The text of the corresponding ``SessionError``.
    public var errorDescription: String? { SessionError.api(self).errorDescription }
}

extension HTTPTransportError: LocalizedError {
    /// The text of the corresponding ``SessionError`` of the passcode server: an app's own server uses the same
    /// transport.
    public var errorDescription: String? { APIError(self).errorDescription }
}

extension SessionText {
    fileprivate init(_ error: APIError) {
        self =
            switch error {
            case .offline, .connectionLost, .timedOut, .transportFailed: .offline
            case .insecureConnection: .insecureConnection
            case .tooManyAttempts: .tooManyRequests
            case .invalidCode: .codeWrong
            case .invalidToken: .signInRejected
            case .identityConflict: .signInConflict
            case .emailSignInDisabled: .emailSignInDisabled
            case .passcodeTooOld: .passcodeNeeded
            case .passcodeResetRequired: .resetRequired
            case .passcodeRequired: .teamRequiresPasscode
            default: .serverTrouble
            }
    }
}
