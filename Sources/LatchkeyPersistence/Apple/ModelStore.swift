#if canImport(SwiftData)
public import SwiftData

/// A store of an app's own `@Model` objects, injected where the app changes them.
///
/// A call returns once its change is stored. After an error the store and the unsaved changes are as before the call.
/// Views read with `@Query`. An implementation passes `ModelStoreContract` of `LatchkeyTestSupport`.
public protocol ModelStore: Sendable {
    /// Stores the changes of models in the store. Throws ``PersistenceError/saveFailed(reason:)``; the changes stay,
    /// and the next call retries them.
    @MainActor func save() throws(PersistenceError)

    /// Adds a new model and stores it together with earlier changes. Throws ``PersistenceError/saveFailed(reason:)``;
    /// the model is then not added.
    @MainActor func insert<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError)

    /// Deletes a model of the store and stores earlier changes. Throws ``PersistenceError/deleteFailed(reason:)``; the
    /// model then stays.
    @MainActor func delete<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError)
}
#endif
