public import LatchkeyCore

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
            .enterPasscode: "Enter Passcode",
            .biometricsOff: "Biometric authentication is not turned on.",
            .passcodeBeforeData: "Set up a passcode first. Without one, the app cannot store data on this device.",
            .locked: "The app is locked.",
            .refusedPopular: "This is one of the passcodes that people choose most. Please choose another one.",
            .refusedRepeated: "This passcode is one digit repeated. Please choose another one.",
            .refusedRun: "This passcode counts up or down. Please choose another one.",
            .refusedPairs: "This passcode is made of pairs. Please choose another one.",
            .refusedTriples:
                "This passcode repeats its first half or is made of triples. Please choose another one.",
            .refusedMirrored: "This passcode reads the same backwards. Please choose another one.",
            .refusedKeypad: "This passcode is a simple shape on the number pad. Please choose another one.",
            .refusedYear: "This passcode is a year or the first day of one. Please choose another one.",
            .refusedCommon: "This passcode is too easy to guess. Please choose another one.",
            .refusedReused: "This is your current passcode. Please choose another one.",
            .unreadable: "Your passcode cannot be read right now. The app stays locked. Please try again.",
            .storageInUse: "The app’s lock is set up twice. Please report this to the app’s developer.",
            .damaged: "The stored data is damaged or belongs to another device.",
            .newerVersion: "The stored data was written by a newer version. Please update the app.",
            .notChanged: "Nothing was changed. Please try again.",
            .recoveryRefused: "The data on this device cannot be recovered with this account.",
        ])
}
