import Synchronization

@testable import LatchkeyServer

/// A real store whose next calls can fail, like a full disk or a busy database. Without a store, a database that never
/// responds.
final class FaultyStore: Store {
    private struct State {
        var writes = 0
        var failingWrites: ClosedRange<Int>?
        var readsFail = false
        /// Whether the next, undecided write has an effect; nil for a normal one.
        var undecided: Bool?
        var afterNextWrite: (@Sendable () async throws -> Void)?
    }

    private let store: (any Store)?
    private let state = Mutex(State())

    init(_ store: (any Store)? = nil) {
        self.store = store
    }

    /// Makes `count` writes fail, starting with `first` (1 is the next).
    func failWrites(from first: Int = 1, count: Int = 1_000_000) {
        state.withLock { $0.failingWrites = ($0.writes + first)...($0.writes + first + count - 1) }
    }

    /// Makes the next write undecided.
    func leaveNextUndecided(isWritten: Bool) { state.withLock { $0.undecided = isWritten } }

    /// Runs `work` between the next write's commit and its return.
    func afterNextWrite(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.afterNextWrite = work }
    }

    func failReads() { state.withLock { $0.readsFail = true } }

    func recover() {
        state.withLock { state in
            state.failingWrites = nil
            state.readsFail = false
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        guard let store, !state.withLock({ $0.readsFail }) else { throw StoreError.unavailable(code: "injected") }
        return try await store.read(body)
    }

    func caller(tokenDigest: String) async throws -> (rows: CallerRows?, now: Timestamp) {
        guard let store, !state.withLock({ $0.readsFail }) else { throw StoreError.unavailable(code: "injected") }
        return try await store.caller(tokenDigest: tokenDigest)
    }

    func readGateSession(
        tokenDigest: String, settleWithin: Duration, waits: Bool, whenRead: @escaping @Sendable (GateRead) -> Void
    ) {
        guard let store, !state.withLock({ $0.readsFail }) else {
            return whenRead(.failure(StoreError.unavailable(code: "injected")))
        }
        store.readGateSession(tokenDigest: tokenDigest, settleWithin: settleWithin, waits: waits, whenRead: whenRead)
    }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let fails = state.withLock { state in
            state.writes += 1
            return state.failingWrites?.contains(state.writes) ?? false
        }
        guard let store, !fails else { throw StoreError.unavailable(code: "injected") }
        let undecided = state.withLock { $0.undecided.take() }
        if undecided == false { throw StoreError.undecided(code: "injected") }
        let value = try await store.write(on: scope, as: priority, body)
        if undecided == true { throw StoreError.undecided(code: "injected") }
        try await state.withLock { $0.afterNextWrite.take() }?()
        return value
    }

    func ping() async throws { try await write { _ = try $0.keyCheck.find() } }
}
