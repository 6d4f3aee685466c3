#if canImport(LocalAuthentication)
internal import LocalAuthentication

extension BiometricAuthError {
    /// The only mapping of LocalAuthentication's errors. No other error is a failed match.
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
            // The context is only made invalid when the task is cancelled.
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

    /// No companion is near; a Mac's keyboard with a reader is not paired or not connected. Their names differ between
    /// platforms and their versions, the numbers do not.
    private static let codesOfMissingDevices = [-11, -12, -13]
}

extension BiometricType {
    /// A kind that is unknown to this version counts as biometrics; so does a companion of a device without any.
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
