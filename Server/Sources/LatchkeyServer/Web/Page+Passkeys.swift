import LatchkeyAPI

extension Page {
    /// What the page has of passkeys, on a server where there can be any.
    var passkeyContent: [String: any Sendable] {
        switch self {
        case .lock(let user, _): ["unlocksByPasskey": user.hasPasskey]
        case .setPasscode(let user): ["offersPasskey": !user.hasPasskey]
        // All have ended with the passcode before.
        case .resetPasscode: ["offersPasskey": true]
        // They unlock what a passcode locks.
        case .securitySettings(let user, _): ["listsPasskeys": user.passcodeEnabled]
        default: [:]
        }
    }
}
