#if PostgreSQL
/// What a server answered to COMMIT, and to what was read behind it.
struct CommitAnswer {
    /// The tag of the command: `COMMIT`; or `ROLLBACK`, which is what becomes of a transaction that had failed.
    let tag: String
    /// Whether there was a warning since COMMIT was sent, and the code of the newest one.
    let hasWarned: Bool
    let warning: SQLState?
    /// `synchronous_standby_names` as it was behind COMMIT; nil where that was not asked for, or not answered.
    let standbyNames: String?
}
#endif
