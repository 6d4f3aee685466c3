/// What a person at the reader should do. fprintd has no prompt of its own: the app shows these.
public enum FingerprintHint: Hashable, Sendable, CaseIterable {
    /// Touch the reader, or swipe over it: it waits. Comes once at the beginning of each request.
    case touch
    /// Once more: nothing could be made of that.
    case again
    /// Once more, and longer: that was too short a swipe.
    case longer
    /// Once more, with the finger in the middle.
    case centred
    /// Lift the finger, and then once more.
    case lift
}
