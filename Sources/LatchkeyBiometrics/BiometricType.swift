/// A kind of biometrics. A kind that this version does not know is `other`: it counts as biometrics, never as none.
public enum BiometricType: String, Hashable, Sendable, Codable, CaseIterable {
    /// No biometrics: the passcode it is.
    case none
    /// A fingerprint on an Apple device.
    case touchID
    /// A face on an Apple device.
    case faceID
    /// An iris on an Apple device.
    case opticID
    /// A fingerprint reader of another make.
    case fingerprint
    /// Biometrics of a kind unknown to this version.
    case other

    /// The name to show in English: "Passcode" for `none`.
    public var displayName: String { displayName(in: .english) }

    /// The name to show, in the language of the texts.
    public func displayName(in texts: BiometricTexts) -> String {
        switch self {
        case .none: texts[.passcode]
        // Apple's names are the same in every language.
        case .touchID: "Touch ID"
        case .faceID: "Face ID"
        case .opticID: "Optic ID"
        case .fingerprint: texts[.fingerprint]
        case .other: texts[.biometrics]
        }
    }

    /// The name of its SF Symbol.
    public var systemImage: String {
        switch self {
        case .none: "lock"
        case .touchID: "touchid"
        case .faceID: "faceid"
        case .opticID: "opticid"
        // There is no symbol of a reader of another make; Apple's finger is understood.
        case .fingerprint: "touchid"
        case .other: "person.badge.key"
        }
    }
}
