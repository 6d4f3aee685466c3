/// Why a call of the database gave nothing.
///
/// Nothing was written in any case but ``undecided(_:)``.
package enum PostgresError: Error, Sendable {
    /// What was waited for when the time had passed.
    package enum Waiting: String, Sendable {
        /// A connection, or an earlier write of one of its lanes.
        case turn
        /// The answer to a statement.
        case answer
    }

    /// Why it is not known, or not proven, that a commit lasts.
    package enum Doubt: Sendable {
        /// COMMIT is not answered within the time; the connection waits on.
        case late
        /// The connection ended behind COMMIT.
        case lost(ConnectionFailure)
        /// The server warned: it has committed, but not waited for a standby.
        case warned(SQLState?)
        /// The server has no synchronous standbys any more, or did not say.
        case replicationOff
        /// Its standbys do not have the commit within the time, or it does not say so.
        case notReplicated
    }

    /// The time has passed.
    case timeout(Waiting)
    /// There is no connection, or it ended before COMMIT.
    case unreachable(ConnectionFailure)
    /// The server refused a statement. `constraint` is the name of the constraint that does not hold.
    case refused(SQLState, constraint: String?)
    /// Thrown by a transaction's body: the row has been changed since it was read. The body runs again.
    case conflict
    /// A column holds no value of the type that is asked for.
    case unexpectedValue(column: Int, type: String)
    /// Perhaps written, perhaps not, or written where a failover may lose it. Never tried again.
    case undecided(Doubt)
    /// The pool is closed.
    case closed
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timeout(let waiting): "timeout (\(waiting.rawValue))"
        case .unreachable(let failure): failure.description
        case .refused(let state, let constraint): constraint.map { "\(state) (\($0))" } ?? "\(state)"
        case .conflict: "conflict"
        case .unexpectedValue(let column, let type): "column \(column) holds no \(type)"
        case .undecided(.late): "undecided (late)"
        case .undecided(.lost(let failure)): "undecided (\(failure))"
        case .undecided(.warned(let state)): "undecided (warned, \(state?.code ?? "no code"))"
        case .undecided(.replicationOff): "undecided (no synchronous standby)"
        case .undecided(.notReplicated): "undecided (on no standby)"
        case .closed: "closed"
        }
    }
}
