/// An unlock whose passcode is right, and that nobody learns of yet: the server is asked first.
///
/// Giving the passcode to the server replaces the session's tokens, and the former ones are good for nothing from then
/// on. So it is given only while the unlock is pending, and an unlock whose passcode was given stays pending until the
/// new tokens are kept: a process that ends after the app has opened never loses its session. A server that is slow to
/// answer the refresh before it is not waited for; the answer to a refresh may get lost.
@MainActor
final class PendingUnlock {
    /// The longest wait for a server that has not been given the passcode yet.
    static let limit = Duration.seconds(2)

    private var isOver = false
    private var isVerifying = false
    private var waiting: CheckedContinuation<Void, Never>?

    /// Returns whether the passcode may be given to the server now.
    func beginVerifying() -> Bool {
        isVerifying = !isOver
        return isVerifying
    }

    /// The limit has passed.
    func timeOut() {
        if !isVerifying { end() }
    }

    /// The server was asked, whatever came of it.
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
