internal import LatchkeyBiometrics

extension BiometricAuthManager {
    /// The kinds of biometrics that ``BiometricAuthManager`` distinguishes. Any other kind is `none`, while
    /// ``BiometricAuthManager/isBiometricAvailable`` is true.
    public enum BiometricType: Sendable, Hashable {
        /// No biometrics, or another kind.
        case none
        /// Touch ID.
        case touchID
        /// Face ID.
        case faceID
        /// Optic ID.
        case opticID

        /// The display name in English.
        public var displayName: String {
            switch self {
            case .none: "Passcode"
            case .touchID: "Touch ID"
            case .faceID: "Face ID"
            case .opticID: "Optic ID"
            }
        }
    }
}

extension BiometricAuthManager.BiometricType {
    init(_ type: LatchkeyBiometrics.BiometricType) {
        self =
            switch type {
            case .touchID: .touchID
            case .faceID: .faceID
            case .opticID: .opticID
            case .none, .fingerprint, .other: .none
            }
    }
}
