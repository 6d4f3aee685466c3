internal import LatchkeyAPI
internal import LatchkeyLock

extension SessionModel {
    /// Identifies the time between two locks of any cause.
    struct LockMark: Equatable {
        fileprivate let epoch: KeyHolder.Epoch
        fileprivate let locks: Int
    }

    /// A response of the server, with the lock as it was before the server was asked. Only ``ask(_:)`` creates one, and
    /// all that opens the vault with a response takes one, so that a lock that came meanwhile is not missed (C5).
    struct StampedResponse {
        let response: SessionResponse
        fileprivate var mark: LockMark
    }

    /// The present mark. The vault's epoch alone is not enough: before there is a vault, a manual lock does not change
    /// it.
    private var lockMark: LockMark { LockMark(epoch: lock.vault.epoch, locks: locks) }

    /// Asks the server, and takes over the account that it describes.
    func ask(
        _ call: () async throws(SessionError) -> SessionResponse
    ) async throws(SessionError) -> StampedResponse {
        let (mark, epoch) = (lockMark, session.epoch)
        let response = try await call()
        if epoch == session.epoch { await learn(response.user) }
        return StampedResponse(response: response, mark: mark)
    }

    /// Whether the app was not locked since the server was asked.
    func isTimely(_ answer: StampedResponse) -> Bool { answer.mark == lockMark }

    /// The response with the present mark, after a lock of the session's own. Check ``isTimely(_:)`` before that lock.
    func renewed(_ answer: StampedResponse) -> StampedResponse {
        var answer = answer
        answer.mark = lockMark
        return answer
    }

    /// Does the work, and returns whether the app was not locked meanwhile.
    func stayedOpen(_ work: () async throws(SessionError) -> Void) async throws(SessionError) -> Bool {
        let mark = lockMark
        try await work()
        return mark == lockMark
    }
}
