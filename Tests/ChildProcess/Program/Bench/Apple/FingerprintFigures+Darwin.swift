#if canImport(Darwin)
/// A placeholder: fprintd exists only on Linux.
struct FingerprintFigures {
    func measure() async throws -> [Figure] {
        Child.say("  NOT MEASURED: fprintd, which is Linux's")
        return []
    }
}
#endif
