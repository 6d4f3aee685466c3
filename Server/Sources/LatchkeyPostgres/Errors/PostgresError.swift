/// The reason why a call of the database failed.
///
/// Nothing was written, except possibly with ``undecided(_:)``.
package enum PostgresError: Error, Sendable {
    /// The reason that a call was waiting at its timeout.
    package enum Waiting: String, Sendable {
        /// A connection, or an earlier write with the same key.
        case turn
        /// The response to a statement.
        case response
    }

    /// The reason why a commit is not known or not proven to be durable.
    package enum UndecidedReason: Sendable {
        /// COMMIT got no response in time; the connection still waits.
        case late
        /// The connection ended after COMMIT.
        case lost(ConnectionFailure)
        /// The server committed, but warned that it did not wait for a standby.
        case warned(SQLState?)
        /// The server has no synchronous standbys any more, or did not report them.
        case replicationOff
        /// The standbys did not store the commit in time, or the server did not report it.
        case notReplicated
    }

    /// The deadline has passed.
    case timeout(Waiting)
    /// No connection, or it ended before COMMIT.
    case unreachable(ConnectionFailure)
    /// The server rejected a statement. `constraint` is the name of the violated constraint.
    case rejected(SQLState, constraint: String?)
    /// Thrown by a transaction's body: the row was changed since it was read. The body runs again.
    case conflict
    /// A column does not have a value of the requested type.
    case unexpectedValue(column: Int, type: String)
    /// Possibly written, or written where a failover may lose it. Never retried.
    case undecided(UndecidedReason)
    /// The pool is closed.
    case closed
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timeout(let waiting): "timeout (\(waiting.rawValue))"
        case .unreachable(let failure): failure.description
        case .rejected(let state, let constraint): constraint.map { "\(state) (\($0))" } ?? "\(state)"
        case .conflict: "conflict"
        case .unexpectedValue(let column, let type): "column \(column) is not a \(type)"
        case .undecided(.late): "undecided (no response in time)"
        case .undecided(.lost(let failure)): "undecided (\(failure))"
        case .undecided(.warned(let state)): "undecided (the server warned: \(state?.code ?? "no code"))"
        case .undecided(.replicationOff): "undecided (no synchronous standby)"
        case .undecided(.notReplicated): "undecided (no standby has stored it)"
        case .closed: "closed"
        }
    }
}
