/// What an app chooses about what its lock hides.
struct LockOptions: Sendable, Hashable {
    /// Whether content is covered as soon as the app is not in use, and not only when it is hidden.
    var coversInactive = true
    /// Whether content is covered while the screen is recorded or mirrored. Not on a Mac: since macOS 15 no window can
    /// keep itself out of a recording
    /// (<https://developer.apple.com/documentation/appkit/nswindow/sharingtype-swift.enum/none>), and no notification
    /// says that one is made.
    var hidesFromRecording = false
}
