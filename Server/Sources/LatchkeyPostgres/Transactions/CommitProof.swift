/// That a transaction is committed and lasts: what it wrote survives the loss of the server.
///
/// A guess is evaluated behind such a proof only, since a reservation that a failover forgets would be a guess more.
/// There is no way to one but a commit:
///
/// - The server answered COMMIT. It answers ROLLBACK, and no error, where the transaction had failed before.
/// - It warned of nothing since. An administrator who cancels the wait for a standby makes it answer COMMIT with a
///   warning: committed here, and perhaps nowhere else
///   (https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION-HA).
/// - As many standbys as `synchronous_standby_names` demands have it on their disks: the server is asked behind COMMIT,
///   in the same pipeline, and again until they have. The answer to COMMIT does not say that. The names may have been
///   emptied, which releases the commits that wait, without a warning; and they may be set while commits do not wait
///   (``StandbyWait``).
///
/// The transaction sets `synchronous_commit` and `client_min_messages` right before COMMIT, so that neither a setting
/// of the role or the database nor a statement of the body's turns the wait or the warning off.
///
/// A transaction that wrote nothing is answered behind a proof as well, since what it read may be a commit of which
/// there is none: to delete once more what is deleted here only would pass for done.
package struct CommitProof: Sendable {
    private init() {}

    /// - Throws: ``PostgresError/undecided(_:)`` where the transaction is committed, but may be lost;
    ///   ``PostgresError/refused(_:constraint:)`` (25P02, the state of a failed transaction) where it is not.
    static func check(
        _ answer: CommitAnswer?, replicas: PostgresSettings.Replicas
    ) throws(PostgresError) -> CommitProof {
        let answer = try demandCommit(answer)
        if case .required = replicas, let doubt = answer.standbyDoubt { throw .undecided(doubt) }
        return CommitProof()
    }

    /// Checks only that the transaction is committed, without a warning: outside of a transaction the server answers
    /// COMMIT, too, and warns.
    @discardableResult
    static func demandCommit(_ answer: CommitAnswer?) throws(PostgresError) -> CommitAnswer {
        guard let answer, answer.tag == "COMMIT" else { throw .refused(.failedTransaction, constraint: nil) }
        if answer.hasWarned { throw .undecided(.warned(answer.warning)) }
        return answer
    }
}

/// What a transaction returned, and the proof that it lasts.
package struct Committed<Value: Sendable>: Sendable {
    package let value: Value
    package let proof: CommitProof
}
