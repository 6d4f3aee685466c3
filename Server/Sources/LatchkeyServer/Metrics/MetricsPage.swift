/// The response of `/metrics`.
struct MetricsPage: Sendable {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    let metrics: ServerMetrics
    let workers: KDFWorkers
    let store: any Store
    let unreadable: UnreadableRows

    /// Returns the text. If the database does not respond, omits its metrics.
    func text() async -> String {
        let load = workers.load
        let database = try? await storedCounts()
        let families =
            [
                MetricFamily.gauge(
                    "latchkey_kdf_permits", "Maximum number of concurrent passcode verifications.", load.permits),
                .gauge("latchkey_kdf_permits_in_use", "Passcode verifications in progress.", load.inUse),
                .gauge("latchkey_kdf_queue_length", "Requests waiting to verify or hash a passcode.", load.waiting),
                .counter("latchkey_kdf_shed_total", "Requests rejected with 503 because of load.", load.shed),
                metrics.kdfDuration.family, metrics.attempts.family, metrics.passkeyUnlocks.family,
                metrics.deviceUnlocks.family, metrics.blocks.family, metrics.emails.family, metrics.responses.family,
                unreadable.counter.family,
                .gauge("latchkey_database_up", "1 if the database responds, otherwise 0.", database == nil ? 0 : 1),
            ] + (database ?? [])
        return families.map(\.text).joined()
    }

    private func storedCounts() async throws -> [MetricFamily] {
        try await store.read { transaction in
            [
                .gauge(
                    "latchkey_sessions",
                    "Active sessions of all servers. On PostgreSQL, estimated from 1,000.",
                    try transaction.sessions.count(at: transaction.now)),
                .gauge(
                    "latchkey_mails_waiting",
                    "Queued emails of all servers. On PostgreSQL, estimated from 1,000.",
                    try transaction.outbox.count()),
            ]
        }
    }
}
