import Foundation
import Synchronization

/// Runs the work while the process is stopped and does not respond. After the limit the process resumes, and the result
/// is nil.
func whileStopped<Value: Sendable>(
    _ process: pid_t, atMost limit: Duration, _ work: () async throws -> Value
) async throws -> Value? {
    kill(process, SIGSTOP)
    let hasWaited = Mutex(false)
    let timeout = Task.detached {
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        hasWaited.withLock { $0 = true }
        kill(process, SIGCONT)
    }
    defer {
        timeout.cancel()
        kill(process, SIGCONT)
    }
    let value = try await work()
    return hasWaited.withLock { $0 } ? nil : value
}
