#if canImport(Darwin)
/// A placeholder: the Secret Service exists only on Linux.
struct KeyringFigures {
    func measure() async throws -> [Figure] {
        Child.say("  NOT MEASURED: the Secret Service, which is Linux's")
        return []
    }
}
#endif
