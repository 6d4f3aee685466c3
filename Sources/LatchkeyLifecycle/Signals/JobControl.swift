internal import Foundation

/// What each signal means to the app.
struct JobControl {
    let lifecycle: AppLifecycleManager
    /// Does what the signal would have done; returns when the process goes on.
    let raise: @Sendable (Int32) -> Void
    /// A stop of ours is followed by a SIGCONT that brings no news; in a group without a shell neither happens.
    private var expectsContinue = false

    init(lifecycle: AppLifecycleManager, raise: @escaping @Sendable (Int32) -> Void) {
        self.lifecycle = lifecycle
        self.raise = raise
    }

    mutating func handle(_ signal: Int32) async {
        switch signal {
        case SIGTSTP:
            await lifecycle.updateState(.background).value
            expectsContinue = true
            raise(signal)
            await lifecycle.updateState(.active).value
        case SIGCONT:
            if expectsContinue {
                expectsContinue = false
            } else {
                await lifecycle.updateState(.background).value
                await lifecycle.updateState(.active).value
            }
        default:
            await lifecycle.reportTermination().value
            raise(signal)
        }
    }
}
