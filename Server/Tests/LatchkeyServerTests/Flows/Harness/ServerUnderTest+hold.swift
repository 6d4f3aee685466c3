import Foundation
import Synchronization

extension ServerUnderTest {
    /// Sends a verification, and stops the process after the attempt is reserved and its hash has started. `body` then
    /// resumes (`SIGCONT`) or kills it.
    ///
    /// The server must be started with ``Start/holdsHashes``.
    func holdCheck<Value>(
        _ check: @escaping @Sendable () async throws -> TestResponse,
        _ body: (Task<TestResponse, any Error>) async throws -> Value
    ) async throws -> Value {
        let hash = HeldHash(in: data.scratch)
        try hash.begin()
        defer { hash.end() }
        let hasResponded = Mutex(false)
        let response = Task {
            defer { hasResponded.withLock { $0 = true } }
            return try await check()
        }
        try await waitUntil("hash") { hash.hasBegun || hasResponded.withLock { $0 } }
        guard hash.hasBegun else {
            throw DeadlineError(description: "the check was not hashed: \(try await response.value.text)")
        }
        defer { process.signal(SIGCONT) }
        try await process.stop()
        hash.end()
        return try await body(response)
    }
}
