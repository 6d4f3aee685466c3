import ChildProcess
import Foundation
import LatchkeyCore
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// The lock that serializes token refreshes, in a process and between processes.
@MainActor struct SessionLockTests {
    @Test(.timeLimit(.minutes(5))) func sessionLockWaitEndsOnTimeoutOrCancellation() async throws {
        let directory = try TemporaryDirectory()
        let (file, clock) = (directory.url.appending(path: "session.lock"), ManualClock())
        let lock = FileSessionLock(file: file, timeout: .milliseconds(20), clock: clock)
        let held = try await lock.acquire()
        let waiting = Task { try await lock.acquire() }
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(10))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(10))
        await #expect(throws: SessionError.sessionLock(code: ETIMEDOUT)) { try await waiting.value }
        let cancelled = Task { try await lock.acquire() }
        await clock.waitForSleepers()
        cancelled.cancel()
        await #expect(throws: SessionError.cancelled) { try await cancelled.value }
        await held.release()
        // Uses a real clock, because a child process of another test may hold a copy of the lock until it executes its
        // program.
        await (try await FileSessionLock(file: file).acquire()).release()
    }

    @Test(.timeLimit(.minutes(5))) func cancelledTaskLeavesTheLockQueue() async throws {
        let lock = InProcessSessionLock()
        let held = try await lock.acquire()
        let cancelled = Task { try await lock.acquire() }
        for _ in 1...100 { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: SessionError.cancelled) { try await cancelled.value }
        let next = Task { try await lock.acquire() }
        await held.release()
        await (try await next.value).release()
        await (try await lock.acquire()).release()
    }

    @Test(.timeLimit(.minutes(5))) func cancelledTaskDoesNotAcquireAFreeLock() async {
        let lock = InProcessSessionLock()
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await lock.acquire()
        }
        await #expect(throws: SessionError.cancelled) { try await cancelled.value }
    }

    @Test(.timeLimit(.minutes(5))) func lockFileExcludesOtherHoldersUntilReleased() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "session.lock")
        let one = FileSessionLock(file: file)
        let two = FileSessionLock(file: file, timeout: .seconds(240))
        let held = try await one.acquire()
        let isIn = LockedValue(false)
        let waiting = Task {
            let held = try await two.acquire()
            isIn.withLock { $0 = true }
            await held.release()
        }
        for _ in 1...100 { await Task.yield() }
        #expect(!isIn.withLock { $0 })
        await held.release()
        try await waiting.value
        #expect(isIn.withLock { $0 })
        let nowhere = FileSessionLock(file: directory.url.appending(path: "none/session.lock"))
        await #expect(throws: SessionError.sessionLock(code: ENOENT)) { try await nowhere.acquire() }
    }
}
