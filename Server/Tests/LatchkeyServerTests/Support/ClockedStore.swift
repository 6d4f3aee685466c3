@testable import LatchkeyServer

/// A store whose transactions use another clock: a test's store with the clock of a test server.
struct ClockedStore: StoreWrapper {
    let store: any Store
    let clock: any WallClock

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await store.read { [clock] in try body($0.at(clock.now)) }
    }

    func caller(tokenDigest: String) async throws -> (rows: CallerRows?, now: Timestamp) {
        (try await store.caller(tokenDigest: tokenDigest).rows, clock.now)
    }

    func gateSession(
        tokenDigest: String, settleWithin: Duration
    ) async throws -> (session: GateSession, now: Timestamp)? {
        let found = try await store.gateSession(tokenDigest: tokenDigest, settleWithin: settleWithin + ahead)
        return found.map { ($0.session, clock.now) }
    }

    func readGateSession(
        tokenDigest: String, settleWithin: Duration,
        whenRead: @escaping @Sendable ((session: GateSession, now: Timestamp)?) -> Void
    ) {
        store.readGateSession(tokenDigest: tokenDigest, settleWithin: settleWithin + ahead) { [clock] found in
            whenRead(found.map { ($0.session, clock.now) })
        }
    }

    /// How far the store's clock, which does not advance, is ahead.
    private var ahead: Duration { ManualClock().now - clock.now }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await store.write(on: scope, as: priority) { [clock] in try body($0.at(clock.now)) }
    }
}

extension Transaction {
    fileprivate func at(_ now: Timestamp) -> Transaction {
        var transaction = self
        transaction.now = now
        return transaction
    }
}
