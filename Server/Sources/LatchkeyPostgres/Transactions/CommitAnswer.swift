/// What a server answered to COMMIT, and to what was asked behind it.
struct CommitAnswer {
    /// The tag of the command: `COMMIT`; or `ROLLBACK`, which is what becomes of a transaction that had failed.
    let tag: String
    /// Whether there was a warning since COMMIT was sent, and the code of the newest one.
    let hasWarned: Bool
    let warning: SQLState?
    /// Why it is not known that the standbys have the commit; nil where they have.
    var standbyDoubt: PostgresError.Doubt? = .replicationOff

    /// Whether the server has committed, and says nothing against it.
    var isClean: Bool { tag == "COMMIT" && !hasWarned }
}
