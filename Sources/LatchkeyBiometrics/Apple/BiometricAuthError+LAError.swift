#if canImport(LocalAuthentication)
internal import LocalAuthentication

extension BiometricAuthError {
    /// Maps an error of LocalAuthentication. No other error counts as a failed match.
    init(_ error: (any Error)?) {
        guard let error else {
            self = .authenticationFailed
            return
        }
        guard let failure = error as? LAError else {
            self = .systemError(code: 0, text: error.localizedDescription)
            return
        }
        self =
            switch failure.code {
            case .authenticationFailed: .authenticationFailed
            case .userCancel: .userCanceled
            case .userFallback: .userFallback
            case .systemCancel: .systemCanceled
            // Only cancelling the task invalidates the context.
            case .appCancel, .invalidContext: .appCanceled
            case .passcodeNotSet: .devicePasscodeNotSet
            case .biometryNotAvailable: .notAvailable
            case .biometryNotEnrolled: .notEnrolled
            case .biometryLockout: .lockout
            default:
                Self.codesOfMissingDevices.contains(failure.errorCode)
                    ? .notAvailable
                    : .systemError(code: failure.errorCode, text: failure.localizedDescription)
            }
    }

    /// No companion is nearby, or a Mac's keyboard with a reader is not paired or connected. The names of these codes
    /// differ between platforms and versions; the numbers do not.
    private static let codesOfMissingDevices = [-11, -12, -13]
}

extension BiometricType {
    /// The kind of biometrics of a device. An unknown kind counts as biometrics, and so does a companion of a device
    /// without biometrics.
    init(_ type: LABiometryType) {
        self =
            switch type {
            case .touchID: .touchID
            case .faceID: .faceID
            case .opticID: .opticID
            default: .other
            }
    }
}
#endif
