import Foundation
import LatchkeyPostgres
import Testing

@testable import PostgresTestSupport

/// A transaction that occupies a connection of the pool until it is released.
final class HeldJob: Sendable {
    private let hasBegun = Shared(false)
    private let end = DispatchSemaphore(value: 0)

    init(_ pool: PostgresPool, keys: Set<String> = []) {
        Task { [hasBegun, end] in
            try? await pool.write(keys: keys, within: .ample * 2) { _ in
                hasBegun.change { $0 = true }
                end.wait()
            }
        }
    }

    func isRunning() async throws { try await eventually("the job runs") { hasBegun.value } }

    func release() { end.signal() }
}
