import CPostgres
import Foundation

/// The reason why a pipeline was not finished.
enum PipelineError: Error {
    case timeout
    /// The connection ended, or libpq failed.
    case lost
}

/// Statements that are sent together, and their responses.
///
/// libpq's socket is non-blocking. Otherwise a large pipeline could block in sending while the server waits for its
/// responses to be read (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html#LIBPQ-PIPELINE-USING).
struct Pipeline {
    /// The response to one command.
    enum Step {
        case result(PostgresResult)
        case prepared(String)
        case failed(PipelineResults.Failure)
        /// Not run, because an earlier command failed.
        case skipped
    }

    private enum Sent {
        case statement(Int)
        case preparation(String, for: Int)

        var index: Int {
            switch self {
            case .statement(let index), .preparation(_, let index): index
            }
        }
    }

    let handle: OpaquePointer
    private var sent: [Sent] = []
    private var received = 0

    init(handle: OpaquePointer) {
        self.handle = handle
    }

    /// Records a statement that was passed to libpq. `code` is the result of libpq's function.
    mutating func noteStatement(_ index: Int, code: Int32) throws(PipelineError) {
        guard code == 1 else { throw .lost }
        sent.append(.statement(index))
    }

    /// Records the preparation of a statement that was passed to libpq.
    mutating func notePreparation(_ name: String, for index: Int, code: Int32) throws(PipelineError) {
        guard code == 1 else { throw .lost }
        sent.append(.preparation(name, for: index))
    }

    /// Whether the pipeline contains the preparation of a statement.
    func prepares(_ name: String) -> Bool {
        sent.contains { if case .preparation(name, _) = $0 { true } else { false } }
    }

    func finish() throws(PipelineError) {
        guard PQpipelineSync(handle) == 1 else { throw .lost }
    }

    /// Waits for the next response; nil after the last.
    mutating func next(_ wait: inout ResponseWait) throws(PipelineError) -> Step? {
        guard received < sent.count else {
            guard let end = try take(&wait) else { throw .lost }
            defer { PQclear(end) }
            guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw .lost }
            return nil
        }
        let what = sent[received]
        received += 1
        guard let result = try take(&wait) else { throw .lost }
        let step = try Self.step(result, of: what)
        // A null pointer ends the results of a statement.
        if let more = try take(&wait) {
            PQclear(more)
            throw .lost
        }
        return step
    }

    private static func step(_ result: OpaquePointer, of what: Sent) throws(PipelineError) -> Step {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            if case .preparation(let name, _) = what {
                PQclear(result)
                return .prepared(name)
            }
            return .result(PostgresResult(result))
        case PGRES_PIPELINE_ABORTED:
            PQclear(result)
            return .skipped
        default:
            defer { PQclear(result) }
            let severity = ResultField.severity.text(of: result)
            let state = ResultField.state.text(of: result).flatMap { SQLState($0) }
            // Without a code libpq failed: the connection has ended.
            if state == nil { throw .lost }
            return .failed(
                PipelineResults.Failure(
                    index: what.index, state: state, constraint: ResultField.constraint.text(of: result),
                    isFatal: severity != "ERROR"))
        }
    }

    /// Returns libpq's next result. Waits for input first, because libpq would wait without a deadline.
    private func take(_ wait: inout ResponseWait) throws(PipelineError) -> OpaquePointer? {
        while PQisBusy(handle) != 0 {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw .lost }
            let events = unsent == 0 ? POLLIN : POLLIN | POLLOUT
            var entry = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            let ready = poll(&entry, 1, wait.milliseconds)
            if ready > 0 {
                if PQconsumeInput(handle) == 0 { throw .lost }
            } else if ready < 0, errno != EINTR {
                throw .lost
            } else if wait.isOver() {
                throw .timeout
            }
        }
        return PQgetResult(handle)
    }
}
