/// An unlock whose passcode is right, but that has not opened the app yet: the server is asked first.
///
/// Giving the passcode to the server replaces the session's tokens and makes the former ones invalid. So it is given
/// only while the unlock is pending, and an unlock whose passcode was given stays pending until the new tokens are
/// kept: a process that ends after the app has opened does not lose its session. The unlock does not wait for a server
/// that is slow to answer the refresh before that; the response to a refresh may get lost.
@MainActor
final class PendingUnlock {
    /// The timeout for a server that was not given the passcode yet.
    static let limit = Duration.seconds(2)

    private var isOver = false
    private var isVerifying = false
    private var waiting: CheckedContinuation<Void, Never>?

    /// Returns whether the passcode may be given to the server now.
    func beginVerifying() -> Bool {
        isVerifying = !isOver
        return isVerifying
    }

    /// Ends the wait at the timeout, unless the passcode was given.
    func timeOut() {
        if !isVerifying { end() }
    }

    /// The server was asked, with any outcome.
    func end() {
        isOver = true
        waiting?.resume()
        waiting = nil
    }

    /// Waits until the app may open, also when the task is cancelled.
    func wait() async {
        guard !isOver else { return }
        await withCheckedContinuation { waiting = $0 }
    }
}
