#if canImport(SwiftData)
public import LatchkeyPersistence
public import SwiftData

/// A store of `@Model` objects in memory, without a container. It records calls, and throws once when instructed:
/// `models.failNext(with: .saveFailed(reason: "full"))`.
///
/// It has no queries: test a view with `@Query` with `SwiftDataPersistence` in memory.
@MainActor
public final class MockModelStore: ModelStore {
    /// A call, with the type of the model.
    public enum Call: Hashable, Sendable {
        /// A request to save changes.
        case save
        /// A request to add a model.
        case insert(String)
        /// A request to delete a model.
        case delete(String)
    }

    /// All calls so far, including failed ones.
    public private(set) var calls: [Call] = []
    private var failures = MockFailures<Call, PersistenceError>()
    private var stored: [any SwiftData.PersistentModel] = []

    /// Creates an empty store.
    public nonisolated init() {}

    /// Makes the next call throw, without changing anything. Calls queue up.
    public func failNext(with error: PersistenceError) { failures.order(error, on: nil) }

    /// Returns the stored models of the type, in the order of insertion.
    public func models<Model: SwiftData.PersistentModel>(_ type: Model.Type) -> [Model] {
        stored.compactMap { $0 as? Model }
    }

    public func save() throws(PersistenceError) { try record(.save) }

    public func insert<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError) {
        try record(.insert("\(Model.self)"))
        stored.append(model)
    }

    public func delete<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError) {
        try record(.delete("\(Model.self)"))
        stored.removeAll { $0 === model }
    }

    private func record(_ call: Call) throws(PersistenceError) {
        calls.append(call)
        if let error = failures.take(for: call) { throw error }
    }
}
#endif
