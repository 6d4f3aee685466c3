/// A kind of biometrics.
public enum BiometricType: String, Hashable, Sendable, Codable, CaseIterable {
    /// No biometrics: the user enters the passcode.
    case none
    /// A fingerprint on an Apple device.
    case touchID
    /// A face on an Apple device.
    case faceID
    /// An iris on an Apple device.
    case opticID
    /// A fingerprint on a reader that is not Apple's.
    case fingerprint
    /// Biometrics of a kind that this version does not know.
    case other

    /// The display name in English: "Passcode" for `none`.
    public var displayName: String { displayName(in: .english) }

    /// The display name in the language of the texts.
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

    /// The name within a sentence, in the language of the texts: "fingerprint", and "Face ID" in every language.
    public func nameInSentence(in texts: BiometricTexts) -> String {
        switch self {
        case .none: texts[.passcodeInSentence]
        case .touchID, .faceID, .opticID: displayName(in: texts)
        case .fingerprint: texts[.fingerprintInSentence]
        case .other: texts[.biometricsInSentence]
        }
    }

    /// The name of the SF Symbol.
    public var systemImage: String {
        switch self {
        case .none: "lock"
        case .touchID: "touchid"
        case .faceID: "faceid"
        case .opticID: "opticid"
        // There is no symbol for other readers; Apple's finger is understood.
        case .fingerprint: "touchid"
        case .other: "person.badge.key"
        }
    }
}
