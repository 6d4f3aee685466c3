import LatchkeyPostgres
import Logging

/// A log message, once, that a change of the whole database waits for standbys.
struct StandbyNotice {
    private static let pause: Duration = .seconds(1)
    // A role sees the waits of its own connections. Shorter waits are normal.
    private static let names = PostgresStatement(
        """
        SELECT current_setting('synchronous_standby_names')
        FROM pg_stat_get_activity(NULL) a JOIN pg_stat_get_activity(pg_backend_pid()) own USING (datid, usesysid)
        WHERE a.wait_event = 'SyncRep' AND a.state_change < clock_timestamp() - interval '2 seconds'
        LIMIT 1
        """)

    let pool: PostgresPool
    let logger: Logger

    func during<Value>(_ work: () async throws -> Value) async throws -> Value {
        let watch = Task {
            while true {
                try await Task.sleep(for: Self.pause)
                let names = try? await pool.read { try $0.run(Self.names()).first?.value(0, as: String.self) }
                guard let names else { continue }
                return logger.notice(
                    "a change of the database waits for a standby",
                    metadata: ["synchronous_standby_names": "\(names)"])
            }
        }
        defer { watch.cancel() }
        return try await work()
    }
}
