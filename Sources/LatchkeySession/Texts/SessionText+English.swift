public import LatchkeyCore

extension SessionText {
    /// The session's texts in English.
    public static let english = SessionTexts(
        language: "en",
        complete: [
            .sessionEnded: "Your session has ended. Please sign in again. Your data stays on this device.",
            .otherAccount: "This device has data of another account. Signing in erases it.",
            .resetRequired: "Your passcode no longer works. Please reset it.",
            .formerPasscodeNeeded:
                "The passcode is correct, but the data on this device is locked with your previous one.",
            .passcodeNeeded: "Please enter your passcode.",
            .signInRejected: "Sign-in failed or expired. Please sign in again.",
            .signInConflict:
                "There is no account for this sign-in: its email address is not verified, or belongs to another "
                + "account. Please contact your administrator.",
            .emailSignInDisabled: "Email sign-in is disabled. Sign in with your team account.",
            .codeWrong: "The code is wrong or has expired. Request a new one.",
            .teamRequiresPasscode: "Your team requires a passcode.",
            .offline: "The server cannot be reached. Check your connection and try again.",
            .insecureConnection: "The connection is not secure. Nothing was sent.",
            .serverTrouble: "The server cannot do this right now. Please try again.",
            .tooManyRequests: "Too many requests. Please wait a moment.",
            .signedOut: "You are signed out.",
            .storageTrouble: "The data on this device cannot be read or written. Nothing was changed.",
        ])
}
