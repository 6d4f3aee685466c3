/// An app's options for hiding its content.
struct LockOptions: Sendable, Hashable {
    /// Whether content is covered as soon as the app is not in use, and not only when it is hidden.
    var coversInactive = true
    /// Whether content is covered while the screen is recorded or mirrored. Not on a Mac: since macOS 15 no window can
    /// exclude itself from a recording
    /// (<https://developer.apple.com/documentation/appkit/nswindow/sharingtype-swift.enum/none>), and no notification
    /// reports one.
    var hidesFromRecording = false
}
