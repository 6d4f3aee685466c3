#if canImport(SwiftData)
public import LatchkeyPersistence
public import SwiftData

/// A store of `@Model` objects in memory, without a container. It records calls, and throws once when told to:
/// `models.failNext(with: .saveFailed(reason: "full"))`.
///
/// It has no queries. A test of a view with `@Query` uses `SwiftDataPersistence` in memory.
@MainActor
public final class MockModelStore: ModelStore {
    /// One call, with the type of the model.
    public enum Call: Hashable, Sendable {
        /// Changes were to be saved.
        case save
        /// A model was to be added.
        case insert(String)
        /// A model was to be deleted.
        case delete(String)
    }

    /// All calls so far, failed ones too.
    public private(set) var calls: [Call] = []
    private var failures = MockFailures<Call, PersistenceError>()
    private var stored: [any SwiftData.PersistentModel] = []

    /// An empty store.
    public nonisolated init() {}

    /// Makes the next call throw; nothing is changed by it. Orders queue up.
    public func failNext(with error: PersistenceError) { failures.order(error, on: nil) }

    /// Returns the stored models of the type, in the order in which they were added.
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
