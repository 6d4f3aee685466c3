internal import LatchkeyCore

/// A session lock between the tasks of one process: for apps of one process, and for tests.
public struct InProcessSessionLock: SessionLock {
    private struct Held: HeldSessionLock {
        let mutex: AsyncMutex
        func release() async { mutex.unlock() }
    }

    private let mutex = AsyncMutex()

    public init() {}

    public func acquire() async throws(SessionError) -> any HeldSessionLock {
        if Task.isCancelled { throw .cancelled }
        do { try await mutex.lock() } catch { throw .cancelled }
        return Held(mutex: mutex)
    }
}
