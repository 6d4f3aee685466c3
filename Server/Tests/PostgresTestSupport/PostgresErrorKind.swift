import LatchkeyPostgres

/// An expected error.
enum PostgresErrorKind: Error, Equatable {
    case timeout(PostgresError.Waiting)
    case unreachable(String?)
    case rejected(String)
    case conflict
    case unexpectedValue
    case late, lost, warned, replicationOff, notReplicated
    case closed
    case other(String)

    init(_ error: any Error) {
        self =
            switch error as? PostgresError {
            case .timeout(let waiting): .timeout(waiting)
            case .unreachable(let failure): .unreachable(failure.state?.code)
            case .rejected(let state, _): .rejected(state.code)
            case .conflict: .conflict
            case .unexpectedValue: .unexpectedValue
            case .undecided(.late): .late
            case .undecided(.lost): .lost
            case .undecided(.warned): .warned
            case .undecided(.replicationOff): .replicationOff
            case .undecided(.notReplicated): .notReplicated
            case .closed: .closed
            case nil: .other("\(error)")
            }
    }
}
