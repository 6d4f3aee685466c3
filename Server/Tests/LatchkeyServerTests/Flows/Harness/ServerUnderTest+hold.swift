import Foundation
import Synchronization

extension ServerUnderTest {
    /// Sends a check, and stops the process while the check's attempt is reserved and its hash has begun. `body` then
    /// has the check's answer to wait for, once it lets the process go on (`SIGCONT`) or has killed it.
    ///
    /// The server is one that was started with ``Start/holdsHashes``.
    func holdCheck<Value>(
        _ check: @escaping @Sendable () async throws -> TestAnswer,
        _ body: (Task<TestAnswer, any Error>) async throws -> Value
    ) async throws -> Value {
        let hash = HeldHash(in: data.scratch)
        try hash.begin()
        defer { hash.end() }
        let isAnswered = Mutex(false)
        let answer = Task {
            defer { isAnswered.withLock { $0 = true } }
            return try await check()
        }
        try await waitUntil("hash") { hash.hasBegun || isAnswered.withLock { $0 } }
        guard hash.hasBegun else {
            throw DeadlineError(description: "the check was not hashed: \(try await answer.value.text)")
        }
        defer { process.signal(SIGCONT) }
        try await process.stop()
        hash.end()
        return try await body(answer)
    }
}
