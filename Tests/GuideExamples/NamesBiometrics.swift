import LatchkeyBiometrics

/// The switch over the kind, which has three more cases here.
func title(for type: BiometricType) -> String {
    switch type {
    case .faceID, .touchID, .opticID, .fingerprint, .other: "Unlock with \(type.displayName)"
    case .none: "Enter your passcode"
    }
}

/// A request for a match. The outcome is a value: a refusal does not get lost in a `try?`, and no `false` needs a
/// meaning of its own.
func showNotes(_ biometricAuth: some BiometricAuthProtocol, show: () -> Void, askForPasscode: () -> Void) async {
    switch await biometricAuth.authenticate(reason: "Unlock your secure notes.") {
    case .authenticated: show()
    case .refused(.userCanceled): break
    case .refused: askForPasscode()
    }
}
