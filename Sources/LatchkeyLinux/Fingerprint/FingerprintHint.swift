/// An instruction to the user at the reader. fprintd has no prompt: the app shows these.
public enum FingerprintHint: Hashable, Sendable, CaseIterable {
    /// Touch or swipe the reader. Sent once, at the beginning of each request.
    case touch
    /// Try again: the scan was unusable.
    case again
    /// Try again and swipe longer: the swipe was too short.
    case longer
    /// Try again, with the finger centered.
    case centred
    /// Lift the finger and try again.
    case lift
}
