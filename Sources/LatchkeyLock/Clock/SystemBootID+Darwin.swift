#if canImport(Darwin)
internal import Darwin

/// The kernel's random name for its run.
struct SystemBootID: BootIDSource {
    func bootID() -> String? {
        var size = 0
        guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return nil }
        var text = [UInt8](repeating: 0, count: size)
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// Time since the system was started, sleep included.
enum SystemUptime {
    static func now() -> Duration {
        // Goes on while the system sleeps, unlike CLOCK_UPTIME_RAW and `systemUptime`.
        .nanoseconds(Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
    }
}
#endif
