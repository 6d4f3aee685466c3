import LatchkeyPostgres
import Logging

extension PostgresStore {
    /// How long a large database may take.
    private static let time: Duration = .hours(1)
    // The time, and no count: of one backup that is restored twice, neither database passes for the other.
    private static let mend = PostgresStatement(
        """
        UPDATE continuity SET is_broken = false,
            restores = greatest(restores + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
        """)

    /// Changes a database that is an older one than its servers have known, alone among all writes, and has them take
    /// it for what it is from their next beats: those that stopped since commits were lost answer again.
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
            let moment = try Subject.all.lock(in: transaction, for: process).moment
            let value = try body(Transaction(transaction, now: now(moment), process: process))
            try transaction.run(Self.mend())
            return value
        }.value
    }
}
