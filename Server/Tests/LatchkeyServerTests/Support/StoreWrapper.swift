@testable import LatchkeyServer

/// A store that forwards to another. Callers are read with its ``read(_:)``, so that a wrapper of reads also covers
/// them.
protocol StoreWrapper: Store {
    var store: any Store { get }
}

extension StoreWrapper {
    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await store.read(body)
    }

    func readGateSession(
        tokenDigest: String, settleWithin: Duration, waits: Bool, whenRead: @escaping @Sendable (GateRead) -> Void
    ) {
        store.readGateSession(tokenDigest: tokenDigest, settleWithin: settleWithin, waits: waits, whenRead: whenRead)
    }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await store.write(on: scope, as: priority, body)
    }

    func ping() async throws { try await store.ping() }
}

extension Store {
    /// Writes with the scope of the whole database, for tests.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await write(on: .all, body)
    }
}

extension SessionTokenRows {
    /// Inserts a token in addition to existing ones.
    func insert(_ token: SessionToken) throws { try insert([token], of: token.sessionID, keeping: 1_000) }
}
