@testable import LatchkeyServer

/// A store whose transactions have the time of another clock: a test's own store under the clock of a test server.
struct ClockedStore: Store {
    let store: any Store
    let clock: any WallClock

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await store.read { [clock] in try body($0.at(clock.now)) }
    }

    func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await store.readAtOnce { [clock] in try body($0.at(clock.now)) }
    }

    func write<Value: Sendable>(
        as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await store.write(as: priority) { [clock] in try body($0.at(clock.now)) }
    }

    func ping() async throws { try await store.ping() }
}

extension Transaction {
    fileprivate func at(_ now: Timestamp) -> Transaction {
        Transaction(
            now: now, accounts: accounts, sessions: sessions, sessionTokens: sessionTokens,
            reservations: reservations, oneTimeTokens: oneTimeTokens, mailRequests: mailRequests, notices: notices,
            outbox: outbox, activity: activity, imports: imports, keyCheck: keyCheck)
    }
}
