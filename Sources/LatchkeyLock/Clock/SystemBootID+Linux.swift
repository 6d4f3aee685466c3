#if !canImport(Darwin)
internal import Foundation
internal import Glibc
internal import SwiftOverlayShims

/// The kernel's random name for its run. <https://docs.kernel.org/admin-guide/sysctl/kernel.html>
struct SystemBootID: BootIDSource {
    var path = "/proc/sys/kernel/random/boot_id"

    func bootID() -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Time since the system was started, sleep included.
enum SystemUptime {
    static func now() -> Duration {
        var time = timespec()
        // Fails only for a clock that the kernel does not know; this one came with Linux 2.6.39.
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
#endif
