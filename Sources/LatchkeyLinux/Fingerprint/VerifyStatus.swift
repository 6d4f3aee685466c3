internal import LatchkeyBiometrics

/// What fprintd says about a finger.
enum VerifyStatus: Hashable, Sendable {
    /// It is one of those enrolled.
    case match
    /// It is not over: there may be a finger yet.
    case hint(FingerprintHint)
    /// It is over, without a match.
    case refused(BiometricAuthError)

    /// Reads the values of `VerifyStatus`: a word, and whether it is over
    /// (<https://fprint.freedesktop.org/fprintd-dev/Device.html#Device.VerifyStatus>). Whatever is not understood is no
    /// match.
    init(_ values: [DBusValue]) {
        guard values.count == 2, let word = values[0].string, let isOver = values[1].bool else {
            self = .refused(.systemError(code: 0, text: "The fingerprint service cannot be understood."))
            return
        }
        switch word {
        case "verify-match" where isOver: self = .match
        case "verify-no-match": self = .refused(.authenticationFailed)
        // The reader was unplugged.
        case "verify-disconnected": self = .refused(.notAvailable)
        case "verify-swipe-too-short" where !isOver: self = .hint(.longer)
        case "verify-finger-not-centered" where !isOver: self = .hint(.centred)
        case "verify-remove-and-retry" where !isOver: self = .hint(.lift)
        case _ where !isOver: self = .hint(.again)
        default: self = .refused(.systemError(code: 0, text: "The fingerprint reader failed: \(word)."))
        }
    }
}
