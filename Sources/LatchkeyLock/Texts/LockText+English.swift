public import LatchkeyCore
internal import LatchkeyPasscode

extension LockText {
    /// The lock's texts in English.
    public static let english = LockTexts(
        language: "en",
        complete: [
            .wrong: "Wrong passcode. Try again.",
            .wait: "Too many attempts. Try again in {seconds} s.",
            .exhausted: "Too many failed attempts. The passcode no longer works.",
            .deviceShut: "This device was shut. Sign in again to use it.",
            .noPasscode: "No passcode is set.",
            .passcodeNeeded: "Enter your passcode once to use biometrics again.",
            .enterPasscode: "Enter Passcode",
            .biometricsOff: "Biometric authentication is turned off.",
            .passcodeBeforeData: "Set up a passcode first. Without one, the app cannot store data on this device.",
            .locked: "The app is locked.",
            .rejectedPopular: rejection(.popular),
            .rejectedRepeated: rejection(.repeated),
            .rejectedRun: rejection(.run),
            .rejectedPairs: rejection(.pairs),
            .rejectedTriples: rejection(.triples),
            .rejectedMirrored: rejection(.mirrored),
            .rejectedKeypad: rejection(.keypad),
            .rejectedYear: rejection(.year),
            .rejectedCommon: "Too easy to guess. Choose a different passcode.",
            .rejectedReused: "This is your current passcode. Choose a different passcode.",
            .unreadable: "Your passcode cannot be read right now. The app stays locked. Please try again.",
            .storageInUse: "The app’s lock is set up twice. Please contact the app’s developer.",
            .damaged: StoredDataText.english[.damaged],
            .newerVersion: "The stored data was written by a newer version. Please update the app.",
            .notChanged: "Nothing was changed. Please try again.",
            .recoveryRejected: "The data on this device cannot be recovered with this account.",
            .serverNeeded: "Unlocking requires a connection to the server. Check your connection and try again.",
            .passcodeChangedElsewhere: "Your passcode was changed on another device. Please sign in again.",
            .passcodeAgain: "Please enter your passcode again.",
            .deviceUnknown: "The server does not recognize this device. Please sign in again.",
            .tooManyDevices: "Your account has too many devices. Shut one in the settings, then try again.",
            .serverBroken: "The server cannot unlock this device. Please contact your administrator.",
        ],
        counts: [
            .wrongWithCount: [
                .one: "Wrong passcode. {count} attempt left.",
                .other: "Wrong passcode. {count} attempts left.",
            ]
        ])

    private static func rejection(_ rejection: PasscodePolicy.Rejection) -> String {
        rejection.reason + " Choose a different passcode."
    }
}
