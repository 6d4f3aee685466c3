internal import LatchkeyAPI
internal import LatchkeyLock

extension SessionModel {
    /// A response of the server, with the vault's epoch before the request. Only ``ask(_:)`` creates one, and every
    /// function that opens the vault with a response requires one, so that no lock in between is missed (C5).
    struct StampedResponse {
        let response: SessionResponse
        fileprivate var epoch: KeyHolder.Epoch
    }

    /// Sends a request, and stores the account of the response.
    func ask(
        _ call: () async throws(SessionError) -> SessionResponse
    ) async throws(SessionError) -> StampedResponse {
        let (epoch, signIn) = (lock.vault.epoch, session.epoch)
        let response = try await call()
        if signIn == session.epoch { await learn(response.user) }
        return StampedResponse(response: response, epoch: epoch)
    }

    /// Whether the app was not locked since the request.
    func isCurrent(_ stamped: StampedResponse) -> Bool { stamped.epoch == lock.vault.epoch }

    /// Returns the response with the current epoch, after work that locks the app once; nil if another lock came
    /// meanwhile.
    ///
    /// - Parameter ticket: The ticket before the work, when the response was current.
    func renewed(_ stamped: StampedResponse, after ticket: LockState.Ticket) -> StampedResponse? {
        lock.state.ticket == ticket.next ? renewed(stamped) : nil
    }

    /// Returns the response with the current epoch, after a lock of the session's own. Check ``isCurrent(_:)`` before
    /// that lock.
    func renewed(_ stamped: StampedResponse) -> StampedResponse {
        StampedResponse(response: stamped.response, epoch: lock.vault.epoch)
    }
}
