import LatchkeyAPI

/// A database that any number of server processes share.
///
/// Neither call is given up when its task is cancelled: an attempt that was reserved is settled.
protocol Store: Sendable {
    /// Reads one state of the database.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Repositories) throws -> Value) async throws -> Value

    /// Reads what one statement finds, at once and on the caller's thread: for a row that is asked for so often that
    /// a change of threads would cost more than the row. One thread of the cooperative pool is always left free: while
    /// all others wait for the disk, further calls read as ``read(_:)`` does.
    func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Repositories) throws -> Value
    ) async throws -> Value

    /// Runs `body` alone among all processes and commits durably before it returns; nothing is written when it throws.
    func write<Value: Sendable>(
        as priority: WritePriority, _ body: @escaping @Sendable (Repositories) throws -> Value
    ) async throws -> Value

    /// Throws ``StoreError`` when the database does not answer, or could not be written to a few seconds ago.
    func ping() async throws
}

extension Store {
    /// As ``write(as:_:)``, as a request like any other.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Repositories) throws -> Value) async throws -> Value {
        try await write(as: .request, body)
    }

    /// As ``write(_:)``, but what `body` wrote before it threw a ``Problem`` is kept: a wrong code has cost a try, and an
    /// attempt that ran out has become a failure, whatever the request is then refused for.
    func writeEvenIfRefused<Value: Sendable>(
        as priority: WritePriority = .request, _ body: @escaping @Sendable (Repositories) throws -> Value
    ) async throws -> Value {
        try await write(as: priority) { repositories -> Result<Value, Problem> in
            do {
                return .success(try body(repositories))
            } catch let problem as Problem {
                return .failure(problem)
            }
        }.get()
    }
}
