import LatchkeyPostgres
import Logging

extension PostgresStore {
    /// The time limit of the change, enough for a large database.
    private static let time: Duration = .hours(1)
    // The time instead of a counter: after two restores of one backup, neither database passes as the other.
    private static let resetContinuity = PostgresStatement(
        """
        UPDATE continuity SET is_broken = false,
            restores = greatest(restores + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
        """)

    /// Changes a restored database exclusively, and lets servers accept it with their next heartbeats, after they
    /// stopped because of lost commits.
    func continueRestored<Value: Sendable>(
        logger: Logger, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await Self.mappingErrors {
            try await TableLocks(pool: pool, logger: logger).retrying { try await continueOnce(body) }
        }
    }

    private func continueOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await pool.write(within: Self.time) { transaction in
            try TableLocks.excludeVacuum(in: transaction)
            let moment = try WriteScope.all.lock(in: transaction, for: process).moment
            let value = try body(Transaction(transaction, now: now(moment), process: process))
            try transaction.run(Self.resetContinuity())
            return value
        }.value
    }
}
