public import LatchkeyCore

extension SessionText {
    public static let english = SessionTexts(
        language: "en",
        complete: [
            .sessionEnded: "Your session has ended. Please sign in again. Nothing on this device is lost.",
            .otherAccount: "This device keeps data of another account. Signing in erases it.",
            .resetRequired: "Your account is blocked after too many wrong passcodes. Please reset the passcode.",
            .formerPasscodeNeeded: "The passcode is right, but what this device keeps was locked with another one.",
            .passcodeNeeded: "Please enter your passcode.",
            .signInRefused: "The sign-in did not work, or is too old. Sign in again.",
            .signInConflict:
                "There is no account for this sign-in: its address is not verified, or is another account’s.",
            .mailSignInOff: "Mails do not sign in here. Sign in with the team’s account.",
            .codeWrong: "The code is wrong or has expired. Ask for another one.",
            .teamRequiresPasscode: "Your team requires a passcode.",
            .offline: "The server cannot be reached. Please check your connection.",
            .insecureConnection: "The connection is not secure. Nothing was sent.",
            .serverTrouble: "The server cannot do this right now. Please try again.",
            .tooManyRequests: "Too many requests. Please wait a moment.",
            .signedOut: "You are signed out.",
            .storageTrouble: "What is stored on this device cannot be read or written. Nothing was changed.",
        ])
}
