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

    func readGateSession(
        tokenDigest: String, settleWithin: Duration, waits: Bool, whenRead: @escaping @Sendable (GateRead) -> Void
    ) {
        // Only the other clock advances.
        let now = clock.now
        let settleWithin = settleWithin + (ManualClock().now - now)
        store.readGateSession(tokenDigest: tokenDigest, settleWithin: settleWithin, waits: waits) { found in
            whenRead(found.map { found in found.map { (session: $0.session, now: now) } })
        }
    }

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
