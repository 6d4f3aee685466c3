#if canImport(Darwin)
internal import Darwin

extension ProcessHardening {
    static func forbidCores() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(RLIMIT_CORE, &none)
    }

    /// macOS keeps others out by code signing (hardened runtime), which the build decides.
    static func forbidAttaching() {}
}
#endif
