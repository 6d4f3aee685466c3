import LatchkeyAPI
import ServiceLifecycle

/// A database that any number of server processes share, and its clock.
///
/// Cancelling the task of a call does not end the call: an attempt that was reserved is settled.
protocol Store: Sendable {
    /// Reads one state of the database.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

    /// Returns the session of a token with its account and its attempts, and the time at which they were read. Nearly
    /// every request begins with it: it is one statement where the database is another process.
    ///
    /// - Parameter tokenDigest: Of the access token or cookie, which may have ended.
    func caller(tokenDigest: String) async throws -> (rows: CallerRows?, now: Timestamp)

    /// Returns the session of a token as the gate needs it, and the time at which it was read; nil when there is none.
    /// It is read for every request behind the gate, in one statement.
    ///
    /// - Parameters:
    ///   - tokenDigest: Of the access token or cookie.
    ///   - settleWithin: The age at which an attempt that is not settled is one too many.
    func gateSession(
        tokenDigest: String, settleWithin: Duration
    ) async throws -> (session: GateSession, now: Timestamp)?

    /// Runs `body` alone among all writes about the same subject, of all processes, and commits durably before it
    /// returns; nothing is written when it throws.
    ///
    /// `body` may run more than once, each time on a new transaction, where the former one was given up: it changes
    /// nothing outside of its transaction, but for what it leaves to ``Transaction/afterCommit(_:)``.
    ///
    /// - Throws: What `body` throws, and ``StoreError``.
    func write<Value: Sendable>(
        on subject: Subject, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value

    /// Throws ``StoreError`` when the database does not answer, or could not be written to a few seconds ago.
    func ping() async throws

    /// What the store does in the background while the server runs; nil for nothing.
    var service: (any Service)? { get }
}

extension Store {
    var service: (any Service)? { nil }

    func caller(tokenDigest: String) async throws -> (rows: CallerRows?, now: Timestamp) {
        try await read { (try $0.callers.find(tokenDigest: tokenDigest), $0.now) }
    }

    /// Does the same as ``write(on:as:_:)`` with the priority of a request.
    func write<Value: Sendable>(
        on subject: Subject, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await write(on: subject, as: .request, body)
    }

    /// Does the same as ``write(on:as:_:)``, but keeps what `body` wrote before it threw a ``Problem``: a wrong code
    /// has cost a try, and an expired attempt has become a failure, whatever the request is then refused for.
    func writeEvenIfRefused<Value: Sendable>(
        on subject: Subject, as priority: WritePriority = .request,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await write(on: subject, as: priority) { transaction -> Result<Value, Problem> in
            do {
                return .success(try body(transaction))
            } catch let problem as Problem {
                return .failure(problem)
            }
        }.get()
    }
}
