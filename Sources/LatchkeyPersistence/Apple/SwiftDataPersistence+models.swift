#if canImport(SwiftData)
internal import Foundation
public import SwiftData

/// The store of the app's own models, in the main context.
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

    /// Makes and stores one change; after an error, none.
    @MainActor
    private func change(_ change: (ModelContext) -> Void) throws {
        // Saved first: a rollback would discard these changes too.
        try saveChanges()
        let context = modelContainer.mainContext
        change(context)
        do { try context.save() } catch {
            context.rollback()
            throw error
        }
    }

    /// Saves the changes, if there are any, as
    /// <https://developer.apple.com/documentation/swiftdata/modelcontext/save()> recommends.
    @MainActor
    private func saveChanges() throws {
        if modelContainer.mainContext.hasChanges { try modelContainer.mainContext.save() }
    }
}
#endif
