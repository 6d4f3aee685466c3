#if PostgreSQL
import LatchkeyPostgres
import Logging

/// Leaves a primary that another server has replaced, and that goes on: cut off from its standbys, it accepts
/// connections and writes, and acknowledges none. A connection to it ends only with it, and where its host is the first
/// of the address, the next one would be to it again.
///
/// A server that takes over begins a new timeline, with a higher number
/// (https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES). So the process stays where it is
/// until another host accepts writes on a later timeline, and never goes to one that was replaced before. What the new
/// server lacks is found out by the beats there, as behind any failover.
struct PrimaryWatch: Sendable {
    /// How long a host is asked.
    private static let patience: Duration = .seconds(2)

    let beat: Beat
    let settings: PostgresSettings
    let logger: Logger
    /// Has all connections of the process made anew, to this host first; nil for the same order.
    let reconnect: @Sendable (PostgresHost?) -> Void

    /// Beats, and looks for another primary where that has not been acknowledged for too long.
    func beat() async {
        // The pool says it where there is no connection, and the beat's age tells the rest.
        try? await beat.beat()
        if beat.isSilent {
            await follow()
        } else if beat.takeSeenReplaced() {
            // The beats are with the new primary, and other connections are not.
            reconnect(nil)
        }
    }

    /// Goes to the server that has replaced the one that the last beat was sent to, if there is one.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    func follow() async -> Bool {
        guard settings.address.hosts.count > 1, let known = beat.timeline else { return false }
        for host in settings.address.hosts {
            guard let timeline = await timeline(of: host), timeline > known else { continue }
            logger.notice("another server has replaced the primary", metadata: ["host": "\(host)"])
            reconnect(host)
            return true
        }
        return false
    }

    /// Nil for a server that accepts no writes, or does not answer.
    private func timeline(of host: PostgresHost) async -> Int64? {
        var settings = settings
        settings.address = settings.address.only(host)
        let silent = Logger(label: "probe") { _ in SwiftLogNoOpLogHandler() }
        let pool = PostgresPool(settings: settings, size: 1, timeout: Self.patience, logger: silent)
        defer { pool.close() }
        return try? await pool.read { try $0.run(Beat.timelineQuery()).first?.value(0) }
    }
}
#endif
