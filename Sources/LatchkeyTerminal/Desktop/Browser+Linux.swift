#if os(Linux)
extension Browser {
    /// The program of xdg-utils.
    static let opener = "xdg-open"
    static let needsDisplay = true
}
#endif
