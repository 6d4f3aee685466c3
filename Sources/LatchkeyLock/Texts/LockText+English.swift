public import LatchkeyText

extension LockText {
    public static let english = LockTexts(
        language: "en",
        complete: [
            .wrongWithCount: "Wrong passcode. {count} attempts left.",
            .wrongWithOneLeft: "Wrong passcode. One attempt left.",
            .wrong: "Wrong passcode. Please try again.",
            .wait: "Too many failed attempts. Please try again in {seconds} s.",
            .exhausted: "Too many failed attempts. The passcode no longer works.",
            .noPasscode: "No passcode is set.",
            .passcodeNeeded: "Please enter your passcode once. Then you can use biometrics again.",
            .biometricsOff: "Biometric authentication is not turned on.",
            .passcodeBeforeData: "Set up a passcode first. Without one, the app cannot store data on this device.",
            .locked: "The app is locked.",
            .unreadable: "Your passcode cannot be read right now. The app stays locked. Please try again.",
            .damaged: "The stored data is damaged or belongs to another device.",
            .newerVersion: "The stored data was written by a newer version. Please update the app.",
            .notChanged: "Nothing was changed. Please try again.",
            .recoveryRefused: "The data on this device cannot be recovered with this account.",
        ])
}
