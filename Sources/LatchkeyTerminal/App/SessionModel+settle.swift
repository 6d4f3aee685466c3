internal import LatchkeySession

extension SessionModel {
    /// Waits until what the server answers to the last unlock is stored, before the process ends: it brings new tokens,
    /// and without them the next start would have to sign in. Then until it was told of a sign-out, which a launch without
    /// a passcode begins by itself. A server that does not answer is not waited for for long.
    func settle(atMost limit: Duration = .seconds(5)) async {
        let settling = Task {
            _ = await confirmed()
            await loggedOut()
        }
        await settling.wait(atMost: limit)
    }
}
