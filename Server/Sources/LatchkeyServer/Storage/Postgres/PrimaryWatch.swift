import Foundation
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
    /// How long a host that is connected to is asked.
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

    /// Goes to the server that has replaced the one that the last beat was sent to, if there is one. The hosts are
    /// asked all at once, and each once: until they have answered there is no beat, whatever has come back meanwhile.
    ///
    /// - Returns: Whether there is one.
    @discardableResult
    func follow() async -> Bool {
        guard settings.address.hosts.count > 1, let known = beat.timeline else { return false }
        let timelines: [(PostgresHost, Int64?)] = await withTaskGroup(of: (PostgresHost, Int64?).self) { group in
            for host in settings.address.hosts { group.addTask { (host, await timeline(of: host)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let newest = timelines.max { ($0.1 ?? 0) < ($1.1 ?? 0) }
        guard case (let host, let timeline?)? = newest, timeline > known else { return false }
        logger.notice("another server has replaced the primary", metadata: ["host": "\(host)"])
        reconnect(host)
        return true
    }

    /// Nil for a server that accepts no writes, or does not answer.
    private func timeline(of host: PostgresHost) async -> Int64? {
        var settings = settings
        settings.address = settings.address.only(host)
        return await withCheckedContinuation { [settings] continuation in
            // It blocks.
            Thread.detachNewThread { continuation.resume(returning: Self.timeline(settings)) }
        }
    }

    private static func timeline(_ settings: PostgresSettings) -> Int64? {
        guard let connection = try? PostgresConnection.open(settings) else { return nil }
        defer { connection.close() }
        return try? connection.exchange([Beat.timelineQuery()], until: .in(patience))
            .first?.first?.value(0, as: Int64.self)
    }
}
