#if canImport(SwiftData)
public import Foundation
public import SwiftData

/// A store of records and of an app's own `@Model` objects (``ModelStore``) in SwiftData.
///
/// ```swift
/// let persistence = try SwiftDataPersistence(for: [Ticket.self], in: .standard)
/// ContentView().modelContainer(persistence.modelContainer)
/// ```
/// Nothing is synchronized through iCloud.
public actor SwiftDataPersistence {
    /// The location of the store.
    public enum Location: Sendable {
        /// SwiftData's default: the app's container, or that of its app group. Mac apps without a sandbox share this
        /// file: use ``file(_:)`` there.
        case standard
        /// A file at this URL.
        case file(URL)
        /// Memory, for the lifetime of the object: for tests and previews.
        case memory
    }

    /// The container of the records and of the app's own models, for `modelContainer(_:)`.
    public nonisolated let modelContainer: ModelContainer
    /// The context of the records. The first call on this actor creates it. A context belongs to the queue that creates
    /// it, and apps create this object on the main queue.
    private(set) lazy var context = makeContext()
    var observers: Observers = [:]

    /// Opens the store, or creates it. Throws ``PersistenceError/containerCreationFailed(reason:)``.
    ///
    /// - Parameters:
    ///   - models: The app's own models.
    ///   - location: The location of the store.
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
