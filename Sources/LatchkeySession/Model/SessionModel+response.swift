internal import LatchkeyAPI
internal import LatchkeyLock

extension SessionModel {
    /// A response of the server, with the vault's epoch of before the server was asked. Only ``ask(_:)`` creates one,
    /// and all that opens the vault with a response takes one, so that a lock that came meanwhile is not missed (C5).
    struct StampedResponse {
        let response: SessionResponse
        fileprivate var epoch: KeyHolder.Epoch
    }

    /// Asks the server, and takes over the account that it describes.
    func ask(
        _ call: () async throws(SessionError) -> SessionResponse
    ) async throws(SessionError) -> StampedResponse {
        let (epoch, signIn) = (lock.vault.epoch, session.epoch)
        let response = try await call()
        if signIn == session.epoch { await learn(response.user) }
        return StampedResponse(response: response, epoch: epoch)
    }

    /// Whether the app was not locked since the server was asked.
    func isCurrent(_ answer: StampedResponse) -> Bool { answer.epoch == lock.vault.epoch }

    /// The response with the present epoch, after a lock of the session's own. Check ``isCurrent(_:)`` before that
    /// lock.
    func renewed(_ answer: StampedResponse) -> StampedResponse {
        StampedResponse(response: answer.response, epoch: lock.vault.epoch)
    }
}
