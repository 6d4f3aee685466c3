#if canImport(SwiftData)
public import SwiftData

/// An app's own models, in the main context.
extension SwiftDataPersistence: ModelStore {
    @MainActor
    public func save() throws(PersistenceError) {
        do { try saveChanges() } catch { throw .saveFailed(reason: error.localizedDescription) }
    }

    @MainActor
    public func insert<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError) {
        do { try change { $0.insert(model) } } catch { throw .saveFailed(reason: error.localizedDescription) }
    }

    @MainActor
    public func delete<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError) {
        do { try change { $0.delete(model) } } catch { throw .deleteFailed(reason: error.localizedDescription) }
    }

    /// Makes and stores one change, or none after an error.
    @MainActor
    private func change(_ change: (ModelContext) -> Void) throws {
        // First: a rollback would discard them as well.
        try saveChanges()
        let context = modelContainer.mainContext
        change(context)
        do { try context.save() } catch {
            context.rollback()
            throw error
        }
    }

    /// <https://developer.apple.com/documentation/swiftdata/modelcontext/save()> asks to look for changes first.
    @MainActor
    private func saveChanges() throws {
        if modelContainer.mainContext.hasChanges { try modelContainer.mainContext.save() }
    }
}
#endif
