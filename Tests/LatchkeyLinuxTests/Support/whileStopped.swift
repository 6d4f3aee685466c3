import Foundation
import Synchronization

/// Performs the work while the process is stopped and does not answer. Returns nil when the work has waited for longer
/// than the limit, at which the process goes on.
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
