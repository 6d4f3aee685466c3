internal import LatchkeyBiometrics

/// fprintd's report about a finger.
enum VerifyStatus: Hashable, Sendable {
    /// The finger is enrolled.
    case match
    /// The scan continues.
    case hint(FingerprintHint)
    /// The scan ended without a match.
    case rejected(BiometricAuthError)

    /// Parses the values of `VerifyStatus`: a word, and whether the scan has ended
    /// (<https://fprint.freedesktop.org/fprintd-dev/Device.html#Device.VerifyStatus>). Unknown values are not a match.
    init(_ values: [DBusValue]) {
        guard values.count == 2, let word = values[0].string, let hasEnded = values[1].bool else {
            self = .rejected(.systemError(code: 0, text: FingerprintText.notUnderstood.text))
            return
        }
        switch word {
        case "verify-match" where hasEnded: self = .match
        case "verify-no-match": self = .rejected(.authenticationFailed)
        // The reader was unplugged.
        case "verify-disconnected": self = .rejected(.notAvailable)
        case "verify-swipe-too-short" where !hasEnded: self = .hint(.longer)
        case "verify-finger-not-centered" where !hasEnded: self = .hint(.centred)
        case "verify-remove-and-retry" where !hasEnded: self = .hint(.lift)
        case _ where !hasEnded: self = .hint(.again)
        default: self = .rejected(.systemError(code: 0, text: "\(FingerprintText.failed.text) (\(word))"))
        }
    }
}
