internal import LatchkeySession

extension SessionModel {
    /// Waits until the server's answer to the last unlock is stored, before the process ends: without its new tokens
    /// the next start would have to sign in. Then waits until the server knows of a sign-out, which a launch without a
    /// passcode starts by itself.
    ///
    /// - Parameter limit: The longest wait.
    func settle(atMost limit: Duration = .seconds(5)) async {
        let settling = Task {
            _ = await confirmed()
            await loggedOut()
        }
        await settling.wait(atMost: limit)
    }
}
