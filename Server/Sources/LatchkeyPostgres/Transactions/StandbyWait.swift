import Foundation

/// A wait until the required number of standbys have stored a commit.
///
/// COMMIT's response does not prove this. Commits wait according to a flag in shared memory, which the checkpointer
/// sets some time after the settings are read. Until then, and with `max_wal_senders` 0, they do not wait
/// (`SyncRepWaitForLSN` in `syncrep.c`). If the commit did wait, the standbys already have it, and this wait only
/// covers later commits.
struct StandbyWait {
    /// The longest pause between queries.
    private static let longestPause: Duration = .milliseconds(20)

    let deadline: Deadline
    /// Queries the state of the standbys.
    let ask: () throws(PostgresError) -> StandbyStatus
    /// Called before each query. Ends the wait if the process stops or changes its server.
    let isAbandoned: () -> Bool
    var pause: (Duration) -> Void = { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }

    /// Waits until the standbys have stored the commit.
    ///
    /// - Parameter first: The state after COMMIT, from the same pipeline.
    /// - Returns: The reason why the standbys may not have the commit; nil if they have.
    func doubt(behind first: StandbyStatus) -> PostgresError.UndecidedReason? {
        var status = first
        var time = Duration.zero
        while true {
            guard let standbys = SynchronousStandbys(names: status.names) else { return .replicationOff }
            // The commit is before this position, whatever the server has written since.
            if status.standbys.count(where: { $0 >= first.flushed }) >= standbys.count { return nil }
            guard time < deadline.remaining, !isAbandoned() else { return .notReplicated }
            // The round trip is a pause by itself.
            if time > .zero { pause(time) }
            time = min(max(time * 2, .microseconds(250)), Self.longestPause)
            do throws(PostgresError) {
                status = try ask()
            } catch .unreachable(let failure) {
                return .lost(failure)
            } catch {
                return .notReplicated
            }
            // A pooler's next connection may lead to another server with another log.
            guard status.startedAt == first.startedAt else { return .notReplicated }
        }
    }
}
