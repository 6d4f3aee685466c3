/// The database rows about attempts of one account, by the trace's names of sessions and requests.
struct AttemptRows: Hashable, Sendable {
    struct Session: Hashable, Sendable {
        var isLocked = false
        var failures = 0
    }

    struct Attempt: Hashable, Sendable {
        let session: String
        /// Not settled in time, and not yet counted as a failure.
        var isStale = false
        /// Its session has ended. Another may have its name.
        var isOrphan = false
        /// The passcode was changed, disabled, enabled, reset or deleted since.
        var isOutdated = false
        /// Its session was locked or unlocked since; without meaning after it ended.
        var isLockChanged = false
    }

    var failures = 0
    var resetRequired = false
    /// The passcode is stored, and no session locks.
    var isDisabled = false
    var sessions: [String: Session] = [:]
    var attempts: [String: Attempt] = [:]
}
