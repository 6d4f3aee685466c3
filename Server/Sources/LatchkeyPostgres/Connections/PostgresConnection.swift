import CPostgres
import Foundation

/// A connection to one server, for one thread. Calls block that thread, at most until their deadline.
///
/// Each call sends one pipeline: one round trip for any number of statements
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html). The first statement that the server rejects ends it;
/// later ones are not run.
///
/// A call that is not finished closes the connection, because a later response would belong to no call. Statements are
/// never cancelled (`PQcancel`). The request could reach the next statement, or end a commit's wait for a standby;
/// before libpq 17 it is not encrypted.
package final class PostgresConnection {
    /// libpq's connection; nil after it is closed.
    private var handle: OpaquePointer?
    private let notices: NoticeLog
    private var prepared: PreparedStatements
    /// The server's version as a number: 150004 is 15.4.
    package let serverVersion: Int

    /// - Parameter handle: An open libpq connection, which this object closes.
    init(_ handle: OpaquePointer, notices: NoticeLog, pooler: PostgresSettings.Pooler) {
        self.handle = handle
        self.notices = notices
        prepared = PreparedStatements(isUsed: pooler == .none)
        serverVersion = Int(PQserverVersion(handle))
    }

    deinit { close() }

    package var isOpen: Bool { handle != nil }

    /// The number of warnings from the server.
    var warnings: Int { notices.warnings }
    var newestWarning: SQLState? { notices.newestWarning }

    package func close() {
        guard let handle else { return }
        self.handle = nil
        PQfinish(handle)
    }

    /// Whether the server has neither closed the connection nor announced it. Otherwise closes the connection. Does not
    /// require a round trip.
    func isAlive() -> Bool {
        while let handle {
            var entry = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) > 0 else { break }
            // The next call parses the input.
            if PQconsumeInput(handle) == 0 || PQisBusy(handle) != 0 || notices.isEnding { close() }
        }
        return isOpen
    }

    /// Sends the statements, and waits for all results.
    ///
    /// - Throws: ``PostgresError/rejected(_:constraint:)`` for the first statement that failed;
    ///   ``PostgresError/timeout(_:)`` and ``PostgresError/unreachable(_:)`` with the connection closed.
    package func exchange(
        _ queries: [PostgresQuery], until deadline: Deadline
    ) throws(PostgresError) -> [PostgresResult] {
        try exchange(queries, .until(deadline)).demandResults()
    }

    /// Sends the statements with the given wait. Returns a rejected statement instead of throwing.
    func exchange(_ queries: [PostgresQuery], _ wait: ResponseWait) throws(PostgresError) -> PipelineResults {
        guard let handle else { throw .unreachable(ConnectionFailure(message: "the connection is closed")) }
        var wait = wait
        var received = PipelineResults()
        do throws(PipelineError) {
            var pipeline = Pipeline(handle: handle)
            for (index, query) in queries.enumerated() {
                try prepared.send(query, index: index, in: &pipeline)
            }
            try pipeline.finish()
            while let step = try pipeline.next(&wait) {
                if case .prepared(let name) = step { prepared.note(name) } else { received.add(step) }
            }
        } catch {
            let reason = reason(of: error)
            close()
            // A rejection is certain, even if the connection is lost afterwards.
            if received.failure == nil { throw reason }
        }
        return received
    }

    private func reason(of error: PipelineError) -> PostgresError {
        switch error {
        case .timeout: return .timeout(.response)
        case .lost:
            let message = handle.map { Self.message(of: $0) } ?? ""
            return .unreachable(ConnectionFailure(state: notices.farewell, message: message))
        }
    }

    /// libpq's message about its latest failure, as one line.
    static func message(of handle: OpaquePointer) -> String {
        String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
}
