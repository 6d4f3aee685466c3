import LatchkeyBiometrics

/// The switch over the biometric type, which has three additional cases.
func title(for type: BiometricType) -> String {
    switch type {
    case .faceID, .touchID, .opticID, .fingerprint, .other: "Unlock with \(type.nameInSentence(in: .english))"
    case .none: "Enter your passcode"
    }
}

/// Requests a match. The outcome is a value, so that `try?` cannot hide a failed match, and `false` needs no
/// interpretation.
func showNotes(_ biometricAuth: some BiometricAuthProtocol, show: () -> Void, askForPasscode: () -> Void) async {
    switch await biometricAuth.authenticate(reason: "Unlock your secure notes.") {
    case .authenticated: show()
    case .rejected(.userCanceled): break
    case .rejected: askForPasscode()
    }
}
