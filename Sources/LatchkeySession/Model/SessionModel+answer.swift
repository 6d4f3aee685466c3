internal import LatchkeyAPI
internal import LatchkeyLock

extension SessionModel {
    /// Names the time between two locks: of the device, after an absence, by hand, or by the app.
    struct LockMark: Equatable {
        fileprivate let epoch: KeyHolder.Epoch
        fileprivate let locks: Int
    }

    /// What the server said, with the lock as it was before the server was asked. Only ``ask(_:)`` makes one, and what
    /// opens the vault with an answer takes one: so that a lock that came meanwhile is never forgotten (C5).
    struct Answer {
        let response: SessionResponse
        fileprivate var mark: LockMark

        fileprivate init(response: SessionResponse, mark: LockMark) { (self.response, self.mark) = (response, mark) }
    }

    /// As it is now. The vault's count alone would not do: a lock by hand has nothing to lock before there is a vault.
    private var lockMark: LockMark { LockMark(epoch: lock.vault.epoch, locks: locks) }

    /// Asks the server, and notes whom it knows.
    func ask(_ call: () async throws(SessionError) -> SessionResponse) async throws(SessionError) -> Answer {
        let (mark, epoch) = (lockMark, session.epoch)
        let response = try await call()
        if epoch == session.epoch { user = response.user }
        return Answer(response: response, mark: mark)
    }

    /// Whether no lock came since the server was asked.
    func isTimely(_ answer: Answer) -> Bool { answer.mark == lockMark }

    /// The answer after a lock of the session's own, which is no reason to stay locked. Ask ``isTimely(_:)`` before that.
    func renewed(_ answer: Answer) -> Answer {
        var answer = answer
        answer.mark = lockMark
        return answer
    }

    /// Does the work, and returns whether no lock came meanwhile.
    func stayedOpen(_ work: () async throws(SessionError) -> Void) async throws(SessionError) -> Bool {
        let mark = lockMark
        try await work()
        return mark == lockMark
    }
}
