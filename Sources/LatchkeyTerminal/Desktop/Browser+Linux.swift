#if os(Linux)
extension Browser {
    /// The program that opens an address, of xdg-utils.
    static let opener = "xdg-open"
    static let needsDisplay = true
}
#endif
