import Foundation

/// Waits until as many standbys as the server's settings demand have on their disks what it has committed.
///
/// That COMMIT was answered does not say it. A commit waits by a flag in the server's memory, which its checkpointer
/// sets some time after the settings were read: until then, and where `max_wal_senders` is 0, it waits for nobody
/// (`SyncRepWaitForLSN` in the server's `syncrep.c`). Where it did wait, the standbys have it when it is answered, and
/// nothing is waited for here; but for what others have committed meanwhile, which cannot be told from it.
struct StandbyWait {
    /// The longest pause before the server is asked again.
    private static let longestPause: Duration = .milliseconds(20)

    let deadline: Deadline
    /// Asks the server what became of its standbys.
    let ask: () throws(PostgresError) -> StandbyStatus
    /// Asked before the server is asked again: whether the wait ends, with the process or since its server is left.
    let isAbandoned: () -> Bool
    var pause: (Duration) -> Void = { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }

    /// - Parameter first: What the server said behind COMMIT, in the same pipeline.
    /// - Returns: Why it is not known that they have it; nil when they have.
    func doubt(behind first: StandbyStatus) -> PostgresError.Doubt? {
        var status = first
        var time = Duration.zero
        while true {
            guard let standbys = SynchronousStandbys(names: status.names) else { return .replicationOff }
            // What was committed is before this, whatever the server has written since.
            if status.standbys.count(where: { $0 >= first.flushed }) >= standbys.count { return nil }
            guard time < deadline.remaining, !isAbandoned() else { return .notReplicated }
            // The way to the server and back is a pause by itself.
            if time > .zero { pause(time) }
            time = min(max(time * 2, .microseconds(250)), Self.longestPause)
            do throws(PostgresError) {
                status = try ask()
            } catch .unreachable(let failure) {
                return .lost(failure)
            } catch {
                return .notReplicated
            }
            // A pooler's next connection may lead to another server, whose log is another.
            guard status.startedAt == first.startedAt else { return .notReplicated }
        }
    }
}
