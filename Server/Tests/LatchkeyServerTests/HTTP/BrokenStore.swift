@testable import LatchkeyServer

/// A database that does not answer.
struct BrokenStore: Store {
    func read<Value: Sendable>(_ body: @escaping @Sendable (Repositories) throws -> Value) async throws -> Value {
        throw StoreError.unavailable(code: "test")
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Repositories) throws -> Value) async throws -> Value {
        throw StoreError.unavailable(code: "test")
    }

    func ping() async throws { throw StoreError.unavailable(code: "test") }
}
