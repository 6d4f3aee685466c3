/// What the user should do at the reader. fprintd has no prompt: the app shows these.
public enum FingerprintHint: Hashable, Sendable, CaseIterable {
    /// Touch the reader, or swipe over it. Once, at the beginning of each request.
    case touch
    /// Once more: the scan could not be used.
    case again
    /// Once more, and longer: the swipe was too short.
    case longer
    /// Once more, with the finger in the middle.
    case centred
    /// Lift the finger, and then once more.
    case lift
}
