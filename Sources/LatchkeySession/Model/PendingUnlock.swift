/// An unlock whose passcode is correct, but that has not opened the app: the server responds first.
///
/// Verifying the passcode on the server replaces the session's tokens and invalidates the previous ones. So it begins
/// only while the unlock is pending, and the unlock then waits until the new tokens are kept: a process that ends
/// before that loses its session. After twice the limit the app opens anyway, and the request continues: a slow server
/// delays no one for long.
@MainActor
final class PendingUnlock {
    /// The time within which the passcode must be sent, and then the time for its verification.
    static let limit = Duration.seconds(2)

    private var isOver = false
    private var isVerifying = false
    private var waiting: CheckedContinuation<Void, Never>?

    /// Returns whether the passcode may be sent to the server now.
    func beginVerifying() -> Bool {
        isVerifying = !isOver
        return isVerifying
    }

    /// Ends the wait at the timeout, unless the passcode was sent.
    func timeOut() {
        if !isVerifying { end() }
    }

    /// Ends the wait: the server has responded or failed.
    func end() {
        isOver = true
        waiting?.resume()
        waiting = nil
    }

    /// Waits until the app may open, even if the task is cancelled.
    func wait() async {
        guard !isOver else { return }
        await withCheckedContinuation { waiting = $0 }
    }
}
