#if canImport(Darwin)
/// There is no fprintd.
struct FingerprintFigures {
    func measure() async throws -> [Figure] {
        Child.say("  NOT MEASURED: fprintd, which is Linux's")
        return []
    }
}
#endif
