import LatchkeyAPI

extension Page {
    /// The passkey values of the page, if the server supports passkeys.
    var passkeyContent: [String: any Sendable] {
        switch self {
        case .lock(let user, _): ["unlocksByPasskey": user.hasPasskey]
        case .setPasscode(let user): ["offersPasskey": !user.hasPasskey]
        // All ended with the previous passcode.
        case .resetPasscode: ["offersPasskey": true]
        // They unlock what a passcode locks.
        case .securitySettings(let user, _): ["listsPasskeys": user.passcodeEnabled]
        default: [:]
        }
    }
}
