import Synchronization

@testable import LatchkeyServer

/// A store that runs other work after a read, before a later write.
final class ReadTurnStore: StoreWrapper {
    let store: any Store
    private let number: Int
    private let work: @Sendable (any Store) async throws -> Void
    private let reads = Mutex(0)

    init(_ store: any Store, after number: Int, work: @escaping @Sendable (any Store) async throws -> Void) {
        (self.store, self.number, self.work) = (store, number, work)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        let value = try await store.read(body)
        let count = reads.withLock { count in
            count += 1
            return count
        }
        if count == number { try await work(store) }
        return value
    }
}
