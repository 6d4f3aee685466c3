#if canImport(SwiftData)
public import Foundation
public import SwiftData

/// Keeps records in SwiftData, beside an app's own models.
///
/// ```swift
/// let persistence = try SwiftDataPersistence(for: [Ticket.self], in: .standard)
/// ContentView().modelContainer(persistence.modelContainer)
/// ```
/// Nothing is synchronised through iCloud.
public actor SwiftDataPersistence {
    /// Where the store is.
    public enum Location: Sendable {
        /// Where SwiftData puts it.
        case standard
        /// In this file.
        case file(URL)
        /// In memory, as long as the object lives: for tests and previews.
        case memory
    }

    /// The container of the records and of the app's own models, for `modelContainer(_:)`.
    public nonisolated let modelContainer: ModelContainer
    /// Where the records are. Made by the first call, and so on this actor: a context belongs to the queue it is made
    /// on, and an app makes this object on the main one.
    private(set) lazy var context = makeContext()
    var observers: Observers = [:]

    /// Opens the store, or creates it. Throws ``PersistenceError/containerCreationFailed(reason:)``.
    ///
    /// - Parameters:
    ///   - models: The app's own models.
    ///   - location: Where the store is.
    public init(for models: [any SwiftData.PersistentModel.Type] = [], in location: Location) throws(PersistenceError) {
        do {
            let schema = Schema(models + [LatchkeyRecord.self])
            modelContainer = try ModelContainer(for: schema, configurations: [location.configuration(of: schema)])
        } catch {
            throw .containerCreationFailed(reason: error.localizedDescription)
        }
    }

    private func makeContext() -> ModelContext {
        let context = ModelContext(modelContainer)
        context.autosaveEnabled = false
        return context
    }

    /// Saves what the app changed in its own models, in the main context.
    @MainActor
    public func save() throws(PersistenceError) {
        do { try modelContainer.mainContext.save() } catch { throw .saveFailed(reason: error.localizedDescription) }
    }

    /// Deletes one of the app's own models from the main context, and saves.
    @MainActor
    public func delete<Model: SwiftData.PersistentModel>(_ model: Model) throws(PersistenceError) {
        let context = modelContainer.mainContext
        context.delete(model)
        do { try context.save() } catch {
            context.rollback()
            throw .deleteFailed(reason: error.localizedDescription)
        }
    }
}

extension SwiftDataPersistence.Location {
    fileprivate func configuration(of schema: Schema) -> ModelConfiguration {
        switch self {
        case .standard: ModelConfiguration(schema: schema, cloudKitDatabase: .none)
        case .file(let url): ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)
        case .memory: ModelConfiguration(schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: .none)
        }
    }
}
#endif
