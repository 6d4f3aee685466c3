#if canImport(SwiftData)
public import LatchkeyPersistence
public import SwiftData

extension Latchkey {
    fileprivate static var persistence: SwiftDataPersistence?

    /// Opens the store of the app's own models, or creates it. Call it once, in the app's `init`.
    ///
    /// - Parameters:
    ///   - models: The app's own models.
    ///   - location: The location of the store.
    public static func configurePersistence(
        for models: sending [any SwiftData.PersistentModel.Type],
        in location: SwiftDataPersistence.Location = .standard
    ) throws(PersistenceError) {
        // Two objects over one store would not receive each other's changes.
        precondition(persistence == nil, "Latchkey.configurePersistence was called twice. Call it once.")
        persistence = try SwiftDataPersistence(for: models, in: location)
    }
}

extension SwiftDataPersistence {
    /// The store of this process. Traps before ``Latchkey/configurePersistence(for:in:)``, and if that threw.
    @MainActor public static var shared: SwiftDataPersistence {
        guard let persistence = Latchkey.persistence else {
            // There is no store to fall back to.
            preconditionFailure("Call Latchkey.configurePersistence(for: [Model.self]) in your app's init first.")
        }
        return persistence
    }
}
#endif
