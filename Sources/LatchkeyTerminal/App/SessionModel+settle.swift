internal import LatchkeySession

extension SessionModel {
    /// Waits until what the server answers to the last unlock is stored, before the process ends: it brings new tokens,
    /// and without them the next start would have to sign in. A server that does not answer is not waited for for long.
    func settle() async {
        await Task { _ = await confirmed() }.wait(atMost: .seconds(5))
    }
}
