/// What the database has of the attempts at one account, by the names that a trace gives its sessions and requests.
struct AttemptRows: Hashable, Sendable {
    struct Session: Hashable, Sendable {
        var isLocked = false
        var failures = 0
    }

    struct Attempt: Hashable, Sendable {
        let session: String
        /// Not settled in time, and not yet counted as a failure.
        var isStale = false
        /// Its session has ended since. Another may bear its name by now.
        var isOrphan = false
        /// The passcode was changed, disabled, enabled, reset or destroyed since.
        var isOutdated = false
        /// Its session was locked or unlocked since; of no account once that has ended.
        var isLockChanged = false
    }

    var failures = 0
    var resetRequired = false
    /// The passcode is kept, and no session locks.
    var isDisabled = false
    var sessions: [String: Session] = [:]
    var attempts: [String: Attempt] = [:]
}
