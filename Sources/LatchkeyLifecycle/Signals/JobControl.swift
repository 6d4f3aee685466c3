internal import Foundation
internal import LatchkeyCore

/// What each signal means to the app.
struct JobControl {
    let lifecycle: AppLifecycleManager
    /// Does what the signal would have done; returns when the process goes on.
    let raise: @Sendable (Int32) -> Void
    /// How long after a stop of ours its SIGCONT may come.
    static let continueLimit = Duration.seconds(1)

    private let stopwatch: @Sendable () -> Duration
    /// When the last stop of ours was over. A SIGCONT follows at once that brings no news; in a group without a shell,
    /// where nothing stops, none does.
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
