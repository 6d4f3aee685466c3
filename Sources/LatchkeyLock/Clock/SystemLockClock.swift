internal import Foundation

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
internal import SwiftOverlayShims
#endif

/// The system's clocks.
public struct SystemLockClock: LockClock {
    private let bootID: String

    /// Creates the clocks, and reads the boot's identifier once: it does not change in the lifetime of a process.
    public init() { self.init(bootID: SystemBootID.read()) }

    /// - Parameter id: The identifier. Without one, the clock has a random one that no other process has. Delays then
    ///   restart after a relaunch, and still end.
    init(bootID id: String?, random: RandomBytes = .system) {
        if let id, !id.isEmpty, id.utf8.count <= 64 {
            bootID = id
        } else {
            bootID = "process-" + random(16).map { String($0, radix: 16) }.joined(separator: ".").prefix(48)
        }
    }

    public func reading() -> ClockReading {
        ClockReading(bootID: bootID, continuous: SystemUptime.now(), wall: Date())
    }
}

#if canImport(Darwin)
/// The kernel's random identifier of its run.
enum SystemBootID {
    static func read() -> String? {
        var size = 0
        guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return nil }
        var text = [UInt8](repeating: 0, count: size)
        guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The time since the system started, including sleep.
enum SystemUptime {
    static func now() -> Duration {
        // Unlike CLOCK_UPTIME_RAW and `systemUptime`, this clock continues during sleep.
        .nanoseconds(Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
    }
}
#else
/// The kernel's random identifier of its run. <https://docs.kernel.org/admin-guide/sysctl/kernel.html>
enum SystemBootID {
    static func read() -> String? {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The time since the system started, including sleep.
enum SystemUptime {
    static func now() -> Duration {
        var time = timespec()
        // Fails only for a clock that the kernel does not support; this one exists since Linux 2.6.39.
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
#endif
