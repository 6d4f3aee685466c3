#if canImport(Darwin)
/// There is no Secret Service.
struct KeyringFigures {
    func measure() async throws -> [Figure] {
        Child.say("  NOT MEASURED: the Secret Service, which is Linux's")
        return []
    }
}
#endif
