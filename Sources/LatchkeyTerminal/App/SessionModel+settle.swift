internal import LatchkeyLock
internal import LatchkeySession

extension SessionModel {
    /// Waits until the server's response to the last unlock is stored, before the process ends: without its new tokens
    /// the next start would require a sign-in. Then waits until the server has processed a sign-out, which a launch
    /// without a passcode starts automatically, and the deletion of a replaced key.
    ///
    /// - Parameter limit: The maximum wait.
    func settle(atMost limit: Duration = .seconds(5)) async {
        let settling = Task {
            _ = await confirmed()
            await loggedOut()
            await lock.vault.keyRemoval?.value
        }
        await settling.wait(atMost: limit)
    }
}
