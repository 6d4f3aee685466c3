import LatchkeyAPI

/// A database that any number of server processes share, and its clock.
///
/// Cancelling the task of a call does not end the call: an attempt that was reserved is settled.
protocol Store: Sendable {
    /// Reads one state of the database.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

    /// Reads the result of one statement at once, on the caller's thread: for a row that is read so often that a change
    /// of threads would cost more than the row. One thread of the cooperative pool is always left free: while all
    /// others wait for the disk, further calls read as ``read(_:)`` does.
    func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value

    /// Runs `body` alone among all processes and commits durably before it returns; nothing is written when it throws.
    func write<Value: Sendable>(
        as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value

    /// Throws ``StoreError`` when the database does not answer, or could not be written to a few seconds ago.
    func ping() async throws
}

extension Store {
    /// Does the same as ``write(as:_:)`` with the priority of a request.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await write(as: .request, body)
    }

    /// Does the same as ``write(_:)``, but keeps what `body` wrote before it threw a ``Problem``: a wrong code has cost
    /// a try, and an expired attempt has become a failure, whatever the request is then refused for.
    func writeEvenIfRefused<Value: Sendable>(
        as priority: WritePriority = .request, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await write(as: priority) { transaction -> Result<Value, Problem> in
            do {
                return .success(try body(transaction))
            } catch let problem as Problem {
                return .failure(problem)
            }
        }.get()
    }
}
