import LatchkeyAPI
import ServiceLifecycle

/// A database shared by server processes, and its clock.
///
/// Cancelling the task of a call does not stop it: a reserved attempt is always settled.
protocol Store: Sendable {
    /// Reads one snapshot of the database.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

    /// Returns the session of a token with its account and attempts, and the time of the read. One round trip, because
    /// nearly every request starts with it.
    ///
    /// - Parameter tokenDigest: The digest of the access token or cookie, which may have expired.
    func caller(tokenDigest: String) async throws -> (rows: CallerRows?, now: Timestamp)

    /// Reads the session of a token for the gate. One statement, because every request behind the gate reads it. Never
    /// blocks the caller's thread, and calls `whenRead` once, on any thread.
    ///
    /// - Parameters:
    ///   - tokenDigest: The digest of the access token or cookie.
    ///   - settleWithin: The age at which an unsettled attempt expires.
    ///   - waits: Whether the read may wait for the disk, or for a database that did not respond. Otherwise it fails.
    func readGateSession(
        tokenDigest: String, settleWithin: Duration, waits: Bool, whenRead: @escaping @Sendable (GateRead) -> Void
    )

    /// Runs `body` exclusively among all writes with the same scope, of all processes, and commits durably before it
    /// returns. Writes nothing if it throws.
    ///
    /// `body` may run more than once, each time in a new transaction. Apart from ``Transaction/afterCommit(_:)`` it
    /// must have no effect outside its transaction.
    ///
    /// - Throws: Errors of `body`, and ``StoreError``.
    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value

    /// Throws ``StoreError`` if the database does not respond, or could not be written to a few seconds ago.
    func ping() async throws

    /// The background work of the store while the server runs; nil for none.
    var service: (any Service)? { get }
}

/// The session of a token for the gate with the time of the read, nil for none, or the error of the read.
typealias GateRead = Result<(session: GateSession, now: Timestamp)?, any Error>

extension Store {
    var service: (any Service)? { nil }

    /// Returns the session of a token for the gate, and the time of the read, or nil.
    func gateSession(
        tokenDigest: String, settleWithin: Duration
    ) async throws -> (session: GateSession, now: Timestamp)? {
        try await withCheckedThrowingContinuation { continuation in
            readGateSession(tokenDigest: tokenDigest, settleWithin: settleWithin, waits: true) {
                continuation.resume(with: $0)
            }
        }
    }

    func caller(tokenDigest: String) async throws -> (rows: CallerRows?, now: Timestamp) {
        try await read { (try $0.callers.find(tokenDigest: tokenDigest), $0.now) }
    }

    /// Writes like ``write(on:as:_:)`` with the priority of a request.
    func write<Value: Sendable>(
        on scope: WriteScope, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await write(on: scope, as: .request, body)
    }

    /// Writes like ``write(on:as:_:)``, but commits even if `body` throws a ``Problem``. A wrong code costs an attempt,
    /// and an expired attempt becomes a failure, even if the request is rejected.
    func writeEvenIfRejected<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority = .request,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await write(on: scope, as: priority) { transaction -> Result<Value, Problem> in
            do {
                return .success(try body(transaction))
            } catch let problem as Problem {
                return .failure(problem)
            }
        }.get()
    }
}
