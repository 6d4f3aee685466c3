#if canImport(Darwin)
extension Browser {
    /// The program that opens an address: open(1).
    static let opener = "open"
    static let needsDisplay = false
}
#endif
