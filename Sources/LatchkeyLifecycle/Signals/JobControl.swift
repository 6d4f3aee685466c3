internal import Foundation
internal import LatchkeyCore

/// The reactions of the app to signals.
struct JobControl {
    let lifecycle: AppLifecycleManager
    /// Applies the signal's default action. Returns when the process continues.
    let raise: @Sendable (Int32) -> Void
    /// The time within which SIGCONT follows a stop of ours.
    static let continueLimit = Duration.seconds(1)

    private let stopwatch: @Sendable () -> Duration
    /// The time when our last stop ended. The SIGCONT that follows immediately is not an event. In a process group
    /// without a shell nothing stops, and there is no SIGCONT.
    private var continued: Duration?

    init(
        lifecycle: AppLifecycleManager, clock: some Clock<Duration> = ContinuousClock(),
        raise: @escaping @Sendable (Int32) -> Void
    ) {
        self.lifecycle = lifecycle
        self.raise = raise
        stopwatch = clock.stopwatch()
    }

    mutating func handle(_ signal: Int32) async {
        switch signal {
        case SIGTSTP:
            await lifecycle.updateState(.background).value
            raise(signal)
            await lifecycle.updateState(.active).value
            continued = stopwatch()
        case SIGCONT:
            defer { continued = nil }
            if let continued, stopwatch() - continued <= Self.continueLimit { return }
            await lifecycle.updateState(.background).value
            await lifecycle.updateState(.active).value
        default:
            await lifecycle.reportTermination().value
            raise(signal)
        }
    }
}
