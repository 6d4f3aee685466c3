#if os(macOS)
internal import AppKit

/// An assertion against App Nap, the slowdown of timers of an app that is not in front
/// (<https://developer.apple.com/documentation/foundation/processinfo/beginactivity(options:reason:)>). The Mac may
/// still sleep, and the system may still end the app.
@MainActor
package final class AppNap {
    private static let options: ProcessInfo.ActivityOptions = .userInitiatedAllowingIdleSystemSleep.subtracting([
        .suddenTerminationDisabled, .automaticTerminationDisabled,
    ])

    private var activity: (any NSObjectProtocol)?

    package init() {}

    /// Begins or ends the assertion.
    package func prevent(_ isPrevented: Bool) {
        if let activity { ProcessInfo.processInfo.endActivity(activity) }
        activity =
            isPrevented
            ? ProcessInfo.processInfo.beginActivity(options: Self.options, reason: "Lock when the timeout is over")
            : nil
    }
}
#endif
