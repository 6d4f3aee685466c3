#if canImport(SwiftData)
public import Foundation
public import SwiftData

/// Records in SwiftData, next to an app's own `@Model` objects, which it stores as a ``ModelStore``.
///
/// ```swift
/// let persistence = try SwiftDataPersistence(for: [Ticket.self], in: .standard)
/// ContentView().modelContainer(persistence.modelContainer)
/// ```
/// Nothing is synchronised through iCloud.
public actor SwiftDataPersistence {
    /// Where the store is.
    public enum Location: Sendable {
        /// SwiftData's default: the app's container, or that of its app group. Apps on a Mac without a sandbox share
        /// this file: use ``file(_:)`` there.
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
