import Foundation
import LatchkeyPostgres
import Logging

/// The detection of a failover while the former primary still runs. Cut off from its standbys, it accepts connections
/// and writes, but does not acknowledge commits. If its host is the first of the address, a new connection would lead
/// there again.
///
/// A promoted server starts a new timeline with a higher number
/// (https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES). The process therefore changes only
/// to a host that accepts writes on a later timeline. Heartbeats there detect lost commits, as after any failover.
struct PrimaryWatch: Sendable {
    /// Timeout for querying a host.
    private static let probeTimeout: Duration = .seconds(2)

    let heartbeat: Heartbeat
    let settings: PostgresSettings
    let logger: Logger
    /// Replaces all connections of the process, preferring this host; nil for the same order.
    let reconnect: @Sendable (PostgresHost?) -> Void

    /// Sends a heartbeat, and searches for another primary if none was acknowledged recently.
    func check() async {
        // The pool logs lost connections; the heartbeat's age shows the rest.
        try? await heartbeat.send()
        if heartbeat.isSilent {
            await follow()
        } else if heartbeat.drainSeenReplaced() {
            // Heartbeats reach the new primary, but other connections do not.
            reconnect(nil)
        }
    }

    /// Changes to the new primary, if there is one. Queries all hosts concurrently, once each; no heartbeat is sent
    /// meanwhile.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    func follow() async -> Bool {
        guard settings.address.hosts.count > 1, let known = heartbeat.timeline else { return false }
        let timelines: [(PostgresHost, Int64?)] = await withTaskGroup(of: (PostgresHost, Int64?).self) { group in
            for host in settings.address.hosts { group.addTask { (host, await timeline(of: host)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let newest = timelines.max { ($0.1 ?? 0) < ($1.1 ?? 0) }
        guard case (let host, let timeline?)? = newest, timeline > known else { return false }
        logger.notice("failover: another server is the primary", metadata: ["host": "\(host)"])
        reconnect(host)
        return true
    }

    /// Returns the timeline of a host; nil for a server that accepts no writes or does not respond.
    private func timeline(of host: PostgresHost) async -> Int64? {
        var settings = settings
        settings.address = settings.address.only(host)
        return await withCheckedContinuation { [settings] continuation in
            // Blocking.
            Thread.detachNewThread { continuation.resume(returning: Self.timeline(settings)) }
        }
    }

    private static func timeline(_ settings: PostgresSettings) -> Int64? {
        guard let connection = try? PostgresConnection.open(settings) else { return nil }
        defer { connection.close() }
        return try? connection.exchange([Heartbeat.timelineQuery()], until: .in(probeTimeout))
            .first?.first?.value(0, as: Int64.self)
    }
}
