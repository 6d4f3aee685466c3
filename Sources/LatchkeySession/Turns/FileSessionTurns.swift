public import Foundation

/// Turns among all processes that name the same file, by a lock on it (flock(2)), which the system lifts when its
/// holder dies.
public struct FileSessionTurns: SessionTurns {
    private struct Turn: SessionTurn {
        let descriptor: Int32
        // Closing lifts the lock: no other descriptor shares it.
        func end() async { LockFile.close(descriptor) }
    }

    /// How often a lock is tried that another process has. flock(2) can be waited for without polling, but then neither
    /// cancelling nor a timeout ends the wait.
    private static let interval = Duration.milliseconds(10)

    private let path: String
    private let timeout: Duration
    private let clock: any Clock<Duration>

    /// Takes turns by this file, which is created with mode 0600 in a folder that exists.
    ///
    /// - Parameters:
    ///   - file: The file to lock.
    ///   - timeout: The longest wait, after which `begin()` throws `SessionError.turns` with `ETIMEDOUT`: a process that
    ///     was stopped keeps its turn. The default is as long as a server takes the refresh token before the newest.
    ///   - clock: Measures the wait.
    public init(
        file: URL, timeout: Duration = .seconds(30), clock: some Clock<Duration> = ContinuousClock()
    ) {
        (path, self.timeout, self.clock) = (file.path, timeout, clock)
    }

    public func begin() async throws(SessionError) -> any SessionTurn {
        let descriptor = try LockFile.open(path)
        do throws(SessionError) {
            try await wait(for: descriptor)
            return Turn(descriptor: descriptor)
        } catch {
            LockFile.close(descriptor)
            throw error
        }
    }

    private func wait(for descriptor: Int32) async throws(SessionError) {
        let waited = clock.stopwatch()
        while true {
            if Task.isCancelled { throw .cancelled }
            if try LockFile.tryLock(descriptor) { return }
            guard waited() < timeout else { throw .turns(code: ETIMEDOUT) }
            do { try await clock.sleep(for: Self.interval) } catch { throw .cancelled }
        }
    }
}
