import CPostgres
import Foundation

/// Why a pipeline could not be finished.
enum PipelineError: Error {
    case timeout
    /// The connection has ended, or libpq cannot use it.
    case lost
}

/// Statements that are sent together, and their answers as they come.
///
/// libpq's socket does not block: a large pipeline could otherwise wait to be sent while the server waits for its
/// answers to be read (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html#LIBPQ-PIPELINE-USING).
struct Pipeline {
    /// The answer to one thing that was sent.
    enum Step {
        case result(PostgresResult)
        case prepared(String)
        case failed(PipelineAnswers.Failure)
        /// Not run, since one before it failed.
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
    private var answered = 0

    init(handle: OpaquePointer) {
        self.handle = handle
    }

    /// Notes that a statement was given to libpq. `code` is what libpq's function returned.
    mutating func noteStatement(_ index: Int, code: Int32) throws(PipelineError) {
        guard code == 1 else { throw .lost }
        sent.append(.statement(index))
    }

    /// Notes that a statement's preparation was given to libpq.
    mutating func notePreparation(_ name: String, for index: Int, code: Int32) throws(PipelineError) {
        guard code == 1 else { throw .lost }
        sent.append(.preparation(name, for: index))
    }

    /// Whether a statement's preparation is in it already.
    func prepares(_ name: String) -> Bool {
        sent.contains { if case .preparation(name, _) = $0 { true } else { false } }
    }

    func finish() throws(PipelineError) {
        guard PQpipelineSync(handle) == 1 else { throw .lost }
    }

    /// Waits for the next answer; nil when all are there.
    mutating func next(_ wait: inout AnswerWait) throws(PipelineError) -> Step? {
        guard answered < sent.count else {
            guard let end = try take(&wait) else { throw .lost }
            defer { PQclear(end) }
            guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw .lost }
            return nil
        }
        let what = sent[answered]
        answered += 1
        guard let answer = try take(&wait) else { throw .lost }
        let step = try Self.step(answer, of: what)
        // What belongs to one statement ends with a null pointer.
        if let more = try take(&wait) {
            PQclear(more)
            throw .lost
        }
        return step
    }

    private static func step(_ answer: OpaquePointer, of what: Sent) throws(PipelineError) -> Step {
        switch PQresultStatus(answer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            if case .preparation(let name, _) = what {
                PQclear(answer)
                return .prepared(name)
            }
            return .result(PostgresResult(answer))
        case PGRES_PIPELINE_ABORTED:
            PQclear(answer)
            return .skipped
        default:
            defer { PQclear(answer) }
            let severity = ResultField.severity.text(of: answer)
            let state = ResultField.state.text(of: answer).flatMap { SQLState($0) }
            // Without a code it is libpq that failed: the connection has ended.
            if state == nil { throw .lost }
            return .failed(
                PipelineAnswers.Failure(
                    index: what.index, state: state, constraint: ResultField.constraint.text(of: answer),
                    isFatal: severity != "ERROR"))
        }
    }

    /// The next result of libpq's, which is never asked for one before it has it: it would wait without an end.
    private func take(_ wait: inout AnswerWait) throws(PipelineError) -> OpaquePointer? {
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
