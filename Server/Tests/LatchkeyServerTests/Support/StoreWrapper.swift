@testable import LatchkeyServer

/// A store that hands on to another what it does not do itself. A caller is looked up by its ``read(_:)``, so that one
/// that watches or delays what is read does so with callers too.
protocol StoreWrapper: Store {
    var store: any Store { get }
}

extension StoreWrapper {
    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await store.read(body)
    }

    func gateSession(
        tokenDigest: String, settleWithin: Duration
    ) async throws -> (session: GateSession, now: Timestamp)? {
        try await store.gateSession(tokenDigest: tokenDigest, settleWithin: settleWithin)
    }

    func write<Value: Sendable>(
        on subject: Subject, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await store.write(on: subject, as: priority, body)
    }

    func ping() async throws { try await store.ping() }
}

extension Store {
    /// Writes whatever it is about: a test's own writes have the database to themselves.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await write(on: .all, body)
    }
}

extension SessionTokenRows {
    /// Inserts a token beside whatever there is.
    func insert(_ token: SessionToken) throws { try insert([token], of: token.sessionID, keeping: 1_000) }
}
