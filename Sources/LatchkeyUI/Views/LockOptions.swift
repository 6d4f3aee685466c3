/// What an app chooses about what its lock hides.
struct LockOptions: Sendable, Hashable {
    /// Whether content is covered as soon as the app is not in use, and not only when it is hidden.
    var coversInactive = true
    /// Whether content is kept out of recordings and mirrored screens.
    var hidesFromRecording = false
}
