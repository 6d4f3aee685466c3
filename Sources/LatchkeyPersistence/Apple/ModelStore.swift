#if canImport(SwiftData)
public import SwiftData

/// A store of an app's own `@Model` objects, to inject where the app changes them.
///
/// Each call is stored when it returns. After an error the store and the unsaved changes are as before the call. Views
/// read with `@Query`. An implementation passes `ModelStoreContract` of `LatchkeyTestSupport`.
public protocol ModelStore: Sendable {
    /// Stores the changes of models that are in the store already. Throws ``PersistenceError/saveFailed(reason:)``; the
    /// changes stay, and the next call tries again.
    @MainActor func save() throws(PersistenceError)

    /// Adds a new model, and stores it together with earlier changes. Throws ``PersistenceError/saveFailed(reason:)``;
    /// the model is not added.
    @MainActor func insert<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError)

    /// Deletes a model of the store, and stores earlier changes. Throws ``PersistenceError/deleteFailed(reason:)``; the
    /// model stays.
    @MainActor func delete<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError)
}
#endif
