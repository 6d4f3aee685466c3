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
                    "latchkey_kdf_permits", "Checks of passcodes that may be under way at once.", load.permits),
                .gauge("latchkey_kdf_permits_in_use", "Checks of passcodes that are under way.", load.inUse),
                .gauge("latchkey_kdf_queue_length", "Requests that wait for a permit.", load.waiting),
                .counter("latchkey_kdf_shed_total", "Requests refused because of load.", load.shed),
                metrics.kdfDuration.family, metrics.attempts.family, metrics.passkeyUnlocks.family,
                metrics.blocks.family, metrics.mails.family, metrics.responses.family, unreadable.counter.family,
                .gauge("latchkey_database_up", "Whether the database answers.", database == nil ? 0 : 1),
            ] + (database ?? [])
        return families.map(\.text).joined()
    }

    private func storedCounts() async throws -> [MetricFamily] {
        try await store.read { transaction in
            [
                .gauge(
                    "latchkey_sessions",
                    "Sessions that have not ended, of all servers. On PostgreSQL, 1,000 and more are estimated.",
                    try transaction.sessions.count(at: transaction.now)),
                .gauge(
                    "latchkey_mails_waiting",
                    "Mails to be sent, of all servers. On PostgreSQL, 1,000 and more are estimated.",
                    try transaction.outbox.count()),
            ]
        }
    }
}
