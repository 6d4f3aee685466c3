#if canImport(LocalAuthentication)
internal import LatchkeyBiometrics
public import LocalAuthentication

extension BiometricService {
    /// The kind of biometrics that is available.
    public var biometryType: LABiometryType {
        switch biometry.kind {
        case .touchID: .touchID
        case .faceID: .faceID
        case .opticID: .opticID
        case .none, .fingerprint, .other: .none
        }
    }
}
#endif
