import CPostgres
import Foundation

/// A connection to one server, for one thread. Its calls block that thread, until their deadline at the longest.
///
/// All that is sent at once is one pipeline: one round trip, however many statements
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html). The first one that the server refuses ends it, and
/// those behind it are not run.
///
/// A call that cannot be finished closes the connection: what the server would still answer belongs to nobody. It is
/// never asked to cancel a statement (`PQcancel`): that request may come so late that it meets the next statement, or
/// ends the wait for a standby of a commit that then counts as one, and before libpq 17 it is not encrypted.
package final class PostgresConnection {
    /// nil once it is closed.
    private var handle: OpaquePointer?
    private let notices: NoticeLog
    private var prepared: PreparedStatements
    /// The version of the server: 150004 is 15.4.
    package let serverVersion: Int

    /// - Parameter handle: An open connection of libpq's, which is closed with this object.
    init(_ handle: OpaquePointer, notices: NoticeLog, pooler: PostgresSettings.Pooler) {
        self.handle = handle
        self.notices = notices
        prepared = PreparedStatements(isUsed: pooler == .none)
        serverVersion = Int(PQserverVersion(handle))
    }

    deinit { close() }

    package var isOpen: Bool { handle != nil }

    /// How many warnings the server has sent.
    var warnings: Int { notices.warnings }
    var newestWarning: SQLState? { notices.newestWarning }

    package func close() {
        guard let handle else { return }
        self.handle = nil
        PQfinish(handle)
    }

    /// Whether the server has neither closed the connection nor said that it will. Closes it otherwise. Asks the system
    /// and not the server: without a round trip.
    func isAlive() -> Bool {
        while let handle {
            var entry = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) > 0 else { break }
            // What was read is parsed by the next call.
            if PQconsumeInput(handle) == 0 || PQisBusy(handle) != 0 || notices.isEnding { close() }
        }
        return isOpen
    }

    /// Sends the statements, and waits for all of their results.
    ///
    /// - Throws: ``PostgresError/refused(_:constraint:)`` by the first of the statements that failed;
    ///   ``PostgresError/timeout(_:)`` and ``PostgresError/unreachable(_:)`` with the connection closed.
    package func exchange(
        _ queries: [PostgresQuery], until deadline: Deadline
    ) throws(PostgresError) -> [PostgresResult] {
        let answers = try exchange(queries, .until(deadline))
        if let failure = answers.failure { throw failure.error }
        return answers.results
    }

    /// Does the same, with a wait of the caller's choice. A statement that the server refused is told, not thrown.
    func exchange(_ queries: [PostgresQuery], _ wait: AnswerWait) throws(PostgresError) -> PipelineAnswers {
        guard let handle else { throw .unreachable(ConnectionFailure(message: "the connection is closed")) }
        var wait = wait
        var answers = PipelineAnswers()
        do throws(PipelineError) {
            var pipeline = Pipeline(handle: handle)
            for (index, query) in queries.enumerated() {
                try prepared.send(query, index: index, in: &pipeline)
            }
            try pipeline.finish()
            while let step = try pipeline.next(&wait) {
                if case .prepared(let name) = step { prepared.note(name) } else { answers.add(step) }
            }
        } catch {
            let reason = reason(of: error)
            close()
            // What the server refused is known, whatever became of the connection then.
            if answers.failure == nil { throw reason }
        }
        return answers
    }

    private func reason(of error: PipelineError) -> PostgresError {
        switch error {
        case .timeout: return .timeout(.answer)
        case .lost:
            let message = handle.map { Self.message(of: $0) } ?? ""
            return .unreachable(ConnectionFailure(state: notices.farewell, message: message))
        }
    }

    /// The words of libpq for its newest failure, as one line.
    static func message(of handle: OpaquePointer) -> String {
        String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
}
