/// The server's response to COMMIT, and to the query of standbys after it.
struct CommitResult {
    /// The command tag: `COMMIT`, or `ROLLBACK` for a failed transaction.
    let tag: String
    /// Whether the server has warned since COMMIT.
    let hasWarned: Bool
    let warning: SQLState?
    /// The reason why the standbys may not have the commit; nil if they do.
    var standbyDoubt: PostgresError.UndecidedReason? = .replicationOff

    /// Whether the server committed without a warning.
    var isClean: Bool { tag == "COMMIT" && !hasWarned }
}
