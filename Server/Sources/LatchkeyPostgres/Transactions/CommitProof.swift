/// Proof that a transaction is committed and durable: it survives the loss of the server.
///
/// A passcode is verified only with such a proof: a reservation that a failover loses would allow an extra guess. Only
/// a commit creates one:
///
/// - The server responded COMMIT. For a failed transaction it responds ROLLBACK, without an error.
/// - It has not warned since. If an administrator cancels the wait for a standby, it responds COMMIT with a warning:
///   the commit is only local (https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION-HA).
/// - As many standbys as `synchronous_standby_names` requires have stored it. The server is queried after COMMIT, in
///   the same pipeline, and again until they have. COMMIT alone does not prove this: clearing the names releases
///   waiting commits without a warning, and commits may not wait although names are set (``StandbyWait``).
///
/// The transaction sets `synchronous_commit` and `client_min_messages` right before COMMIT, so that no setting or
/// statement disables the wait or the warning.
///
/// A transaction that wrote nothing also requires a proof, because it may have read a commit that is not durable.
package struct CommitProof: Sendable {
    private init() {}

    /// Returns the proof of a commit.
    ///
    /// - Throws: ``PostgresError/undecided(_:)`` if the transaction is committed but may be lost;
    ///   ``PostgresError/rejected(_:constraint:)`` (25P02, failed transaction) if it is not.
    static func check(
        _ result: CommitResult?, replicas: PostgresSettings.Replicas
    ) throws(PostgresError) -> CommitProof {
        let result = try demandCommit(result)
        if case .required = replicas, let doubt = result.standbyDoubt { throw .undecided(doubt) }
        return CommitProof()
    }

    /// Throws unless the transaction is committed without a warning. Outside of a transaction the server also responds
    /// COMMIT, with a warning.
    @discardableResult
    static func demandCommit(_ result: CommitResult?) throws(PostgresError) -> CommitResult {
        guard let result, result.tag == "COMMIT" else { throw .rejected(.failedTransaction, constraint: nil) }
        if result.hasWarned { throw .undecided(.warned(result.warning)) }
        return result
    }
}

/// The result of a transaction, with the proof that it is durable.
package struct Committed<Value: Sendable>: Sendable {
    package let value: Value
    package let proof: CommitProof
}
