#if os(Linux)
extension Browser {
    /// Of xdg-utils.
    static let opener = "xdg-open"
    static let needsDisplay = true
}
#endif
