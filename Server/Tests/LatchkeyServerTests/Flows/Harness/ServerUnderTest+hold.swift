import Foundation
import Synchronization

extension ServerUnderTest {
    /// Sends a check, and stops the process while the check's attempt is reserved and not settled. `body` then has the
    /// check's answer to wait for, once it lets the process go on (`SIGCONT`) or has killed it.
    ///
    /// Hashing takes some ten milliseconds and the process is watched much more often; a check that got through all the
    /// same is made up for by another one, so `check` must be one that may be repeated.
    func holdCheck<Value>(
        attempts: Int = 20, _ check: @escaping @Sendable () async throws -> TestAnswer,
        _ body: (Task<TestAnswer, any Error>) async throws -> Value
    ) async throws -> Value {
        let probe = try data.probe()
        for _ in 0..<attempts {
            let isAnswered = Mutex(false)
            let answer = Task {
                defer { isAnswered.withLock { $0 = true } }
                return try await check()
            }
            if try await stopWhileReserved(probe, unless: { isAnswered.withLock { $0 } }) {
                defer { process.signal(SIGCONT) }
                return try await body(answer)
            }
            process.signal(SIGCONT)
            _ = try await answer.value
        }
        throw DeadlineError(description: "in \(attempts) checks none was caught between reserve and settle")
    }

    /// Returns false when the attempt was settled before the process stood still.
    private func stopWhileReserved(_ probe: DatabaseProbe, unless isAnswered: () -> Bool) async throws -> Bool {
        while !isAnswered() {
            guard try probe.reservations() > 0 else {
                await Task.yield()
                continue
            }
            process.signal(SIGSTOP)
            try await waitUntil("standstill of the process") { isStopped }
            return try probe.reservations() > 0 && !data.isBeingWritten()
        }
        return false
    }

    /// Whether all of the process is stopped; a signal takes effect a moment later. Where there is no `/proc`, at
    /// once.
    private var isStopped: Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8) else { return true }
        return status.components(separatedBy: ") ").last?.hasPrefix("T") ?? false
    }
}
