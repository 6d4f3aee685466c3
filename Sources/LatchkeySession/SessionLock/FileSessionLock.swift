public import Foundation
internal import LatchkeyCore

/// A session lock between all processes that use the same file (flock(2)). The system releases it when its holder ends.
public struct FileSessionLock: SessionLock {
    private struct Held: HeldSessionLock {
        let descriptor: Int32
        // Closing releases the lock: no other descriptor shares it.
        func release() async { _ = close(descriptor) }
    }

    /// The interval at which a lock is retried. flock(2) can wait without polling, but neither cancellation nor a
    /// timeout would end that wait.
    private static let interval = Duration.milliseconds(10)

    private let path: String
    private let timeout: Duration
    private let clock: any Clock<Duration>

    /// Creates a lock that processes share by the file.
    ///
    /// - Parameters:
    ///   - file: The file to lock. It is created with mode 0600 in an existing folder.
    ///   - timeout: The maximum wait, after which `acquire()` throws `SessionError.sessionLock` with `ETIMEDOUT`: a
    ///     stopped process keeps the lock. By default, the time for which a server accepts the previous refresh token.
    ///   - clock: Measures the wait.
    public init(
        file: URL, timeout: Duration = .seconds(30), clock: some Clock<Duration> = ContinuousClock()
    ) {
        (path, self.timeout, self.clock) = (file.path, timeout, clock)
    }

    public func acquire() async throws(SessionError) -> any HeldSessionLock {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .sessionLock(code: errno) }
        do throws(SessionError) {
            try await wait(for: descriptor)
            return Held(descriptor: descriptor)
        } catch {
            _ = close(descriptor)
            throw error
        }
    }

    private func wait(for descriptor: Int32) async throws(SessionError) {
        let waited = clock.stopwatch()
        while true {
            if Task.isCancelled { throw .cancelled }
            if try Self.tryLock(descriptor) { return }
            guard waited() < timeout else { throw .sessionLock(code: ETIMEDOUT) }
            do { try await clock.sleep(for: Self.interval) } catch { throw .cancelled }
        }
    }

    /// Locks the file unless another descriptor has locked it. Returns whether it did. Never waits.
    private static func tryLock(_ descriptor: Int32) throws(SessionError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            // A signal interrupted the call: try again.
            case EINTR: continue
            case EWOULDBLOCK: return false
            case let code: throw .sessionLock(code: code)
            }
        }
        return true
    }
}
