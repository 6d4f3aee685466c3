#if canImport(SwiftData)
public import LatchkeyPersistence
public import SwiftData

/// The rules of every store of an app's own models. In a test on the main actor:
///
/// ```swift
/// try ModelStoreContract { try SwiftDataPersistence(for: [ContractModel.self], in: .memory) } stored: {
///     try ModelContext($0.modelContainer).fetch(FetchDescriptor())
/// }.verify()
/// ```
@MainActor
public struct ModelStoreContract<Store: ModelStore> {
    private let make: () throws -> Store
    private let stored: (Store) throws -> [ContractModel]

    /// Creates a contract for the implementation.
    ///
    /// - Parameters:
    ///   - make: Returns an empty store for ``ContractModel`` for each call.
    ///   - stored: Returns the stored models, without those that are only in memory.
    public init(
        _ make: @escaping () throws -> Store, stored: @escaping (Store) throws -> [ContractModel]
    ) {
        (self.make, self.stored) = (make, stored)
    }

    /// Verifies each rule. Throws ``ContractViolation`` for the first broken one, or an error that no rule allows.
    public func verify() throws {
        try insertedModelsAreStored(make())
        try changesAreStored(make())
        try deletingLeavesTheOthers(make())
    }

    private func texts(_ store: Store) throws -> [String] { try stored(store).map(\.text).sorted() }

    private func insertedModelsAreStored(_ store: Store) throws {
        let rule = ContractRule("an inserted model is stored, even if an equal one exists")
        try rule.requireEqual(texts(store), [])
        for text in ["b", "a", "a"] { try store.insert(ContractModel(text: text)) }
        try rule.requireEqual(texts(store), ["a", "a", "b"])
    }

    private func changesAreStored(_ store: Store) throws {
        let rule = ContractRule("a changed property is stored by save(), and by inserting or deleting another model")
        let (model, other) = (ContractModel(text: "a"), ContractModel(text: "z"))
        try store.insert(model)
        model.text = "b"
        try store.save()
        try rule.requireEqual(texts(store), ["b"])
        model.text = "c"
        try store.insert(other)
        try rule.requireEqual(texts(store), ["c", "z"])
        model.text = "d"
        try store.delete(other)
        try rule.requireEqual(texts(store), ["d"])
        try store.save()
        try rule.requireEqual(texts(store), ["d"])
    }

    private func deletingLeavesTheOthers(_ store: Store) throws {
        let rule = ContractRule("deleting removes only that model, not an equal one")
        let models = ["a", "a", "b"].map(ContractModel.init(text:))
        for model in models { try store.insert(model) }
        try store.delete(models[0])
        try rule.requireEqual(texts(store), ["a", "b"])
        try store.delete(models[2])
        try rule.requireEqual(texts(store), ["a"])
    }
}

/// The model that ``ModelStoreContract`` stores.
@Model
public final class ContractModel {
    /// The text that identifies the model.
    public var text: String

    /// Creates a model that is not in a store.
    public init(text: String) { self.text = text }
}
#endif
