#if canImport(Darwin)
extension Browser {
    /// open(1).
    static let opener = "open"
    static let needsDisplay = false
}
#endif
