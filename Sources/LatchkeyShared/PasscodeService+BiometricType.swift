internal import LatchkeyBiometrics

extension PasscodeService {
    /// The kinds of biometrics that ``PasscodeService`` distinguishes. Any other kind is `none`, while
    /// ``PasscodeService/isBiometricAvailable`` is true.
    public enum BiometricType: Sendable, Hashable {
        /// No biometrics, or another kind.
        case none
        /// Touch ID.
        case touchID
        /// Face ID.
        case faceID

        /// The display name in English.
        public var displayName: String {
            switch self {
            case .none: "Biometric"
            case .touchID: "Touch ID"
            case .faceID: "Face ID"
            }
        }

        /// The name of the SF Symbol.
        public var systemImage: String {
            switch self {
            case .none: "lock"
            case .touchID: "touchid"
            case .faceID: "faceid"
            }
        }
    }
}

extension PasscodeService.BiometricType {
    init(_ type: LatchkeyBiometrics.BiometricType) {
        self =
            switch type {
            case .touchID: .touchID
            case .faceID: .faceID
            case .none, .opticID, .fingerprint, .other: .none
            }
    }
}
