public import LatchkeyPersistence

/// The rules of every persistence: `try await PersistenceContract { InMemoryPersistence() }.verify()`.
public struct PersistenceContract: Sendable {
    private let make: @Sendable () async throws -> any PersistenceProtocol

    /// Creates a contract for the implementation.
    ///
    /// - Parameter make: Returns an empty store for each call.
    public init(_ make: @escaping @Sendable () async throws -> any PersistenceProtocol) { self.make = make }

    /// Verifies each rule. Throws ``ContractViolation`` for the first broken one, or an error that no rule allows.
    public func verify() async throws {
        try await recordsAreReturnedEqual(make())
        try await savingIsAllOrNothing(make())
        try await deletingLeavesTheOthers(make())
        try await typesAreSeparate(make())
        try await queriesFilterSortAndLimit(make())
        try await undecodableRecordsThrowAndStay(make())
        try await observersSeeEveryLastState(make())
    }

    private func recordsAreReturnedEqual(_ store: some PersistenceProtocol) async throws {
        let rule = ContractRule("load returns the latest saved record, or nil if none was saved")
        try rule.requireEqual(await store.load(ContractNote.self, id: "a"), nil)
        try rule.requireEqual(await store.loadAll(ContractNote.self), [])
        try await store.save(ContractNote(id: "a", text: "before"))
        let note = ContractNote(id: "a", text: "é \u{0} '; DROP TABLE record; --", weight: 0.1 + 0.2)
        try await store.save(note)
        try rule.requireEqual(await store.load(ContractNote.self, id: "a"), note)
        try await store.saveAll([ContractNote(id: "b", text: "first"), ContractNote(id: "b", text: "last")])
        try rule.requireEqual(await store.load(ContractNote.self, id: "b")?.text, "last")
        try await store.saveAll([ContractNote]())
    }

    private func savingIsAllOrNothing(_ store: some PersistenceProtocol) async throws {
        let rule = ContractRule("if one record cannot be encoded, none is saved")
        let error = PersistenceError.encodingFailed(type: ContractNote.persistenceName, id: "b")
        try await rule.requireThrows(
            error,
            await store.saveAll([ContractNote(id: "a", text: ""), ContractNote(id: "b", text: "", weight: .nan)]))
        try rule.requireEqual(await store.loadAll(ContractNote.self), [])
    }

    private func deletingLeavesTheOthers(_ store: some PersistenceProtocol) async throws {
        let rule = ContractRule("deleting removes exactly the given records, and ignores absent ones")
        try await store.saveAll(["a", "b", "c"].map { ContractNote(id: $0, text: $0) })
        try await store.deleteAll(ContractNote.self, ids: ["a", "none"])
        try await store.delete(ContractNote(id: "c", text: "not the same text"))
        try rule.requireEqual(await store.loadAll(ContractNote.self).map(\.id), ["b"])
    }

    private func typesAreSeparate(_ store: some PersistenceProtocol) async throws {
        let rule = ContractRule("records of different types are separate, even with the same identifier")
        try await store.save(ContractNote(id: "1", text: "note"))
        try await store.save(ContractTicket(id: 1, isOpen: true))
        try await store.delete(ContractTicket.self, id: 1)
        try rule.requireEqual(await store.loadAll(ContractTicket.self), [])
        try rule.requireEqual(await store.loadAll(ContractNote.self).map(\.text), ["note"])
    }

    private func queriesFilterSortAndLimit(_ store: some PersistenceProtocol) async throws {
        let rule = ContractRule("a query filters, then sorts, then limits; ties are ordered by identifier")
        try await store.saveAll(["b", "c", "ä", "a", "Z"].map { ContractNote(id: $0, text: $0 == "c" ? "1" : "2") })
        let all = PersistenceQuery(ContractNote.self)
        try rule.requireEqual(await store.fetch(all).map(\.id), ["Z", "a", "b", "c", "ä"])
        let sorted = all.matching { $0.id != "b" }.sorted { $0.text }
        try rule.requireEqual(await store.fetch(sorted).map(\.id), ["c", "Z", "a", "ä"])
        try rule.requireEqual(await store.fetch(sorted.limited(to: 2)).map(\.id), ["c", "Z"])
        try rule.requireEqual(await store.fetch(all.limited(to: 0)), [])
    }

    private func undecodableRecordsThrowAndStay(_ store: some PersistenceProtocol) async throws {
        let rule = ContractRule("an undecodable record, alone or among others, throws decodingFailed and stays")
        try await store.save(ContractNote(id: "a", text: "a"))
        try await store.save(ContractStrangeNote(id: "b", text: 2))
        let error = PersistenceError.decodingFailed(type: ContractNote.persistenceName, property: "text")
        try await rule.requireThrows(error, await store.load(ContractNote.self, id: "b"))
        try await rule.requireThrows(error, await store.loadAll(ContractNote.self))
        try rule.requireEqual(await store.load(ContractStrangeNote.self, id: "b")?.text, 2)
    }

    private func observersSeeEveryLastState(_ store: some PersistenceProtocol) async throws {
        let rule = ContractRule("an observer receives the current state, and the latest one after a change")
        try await store.save(ContractNote(id: "a", text: "1"))
        let query = PersistenceQuery<ContractNote>().matching { $0.text != "hidden" }
        var reports = store.observe(query).makeAsyncIterator()
        try rule.requireEqual(await reports.next()?.map(\.text), ["1"])
        try await store.save(ContractTicket(id: 7, isOpen: true))
        try await store.saveAll([ContractNote(id: "a", text: "2"), ContractNote(id: "b", text: "hidden")])
        while let report = try await reports.next(), report.map(\.text) != ["2"] {
            try rule.requireEqual(report.map(\.text), ["1"])
        }
        try await store.delete(ContractNote.self, id: "a")
        while let report = try await reports.next(), report != [] {
            try rule.requireEqual(report.map(\.text), ["2"])
        }
    }
}

struct ContractNote: PersistenceModel, Equatable {
    static let persistenceName = "latchkey.contract.note"
    let id: String
    var text: String
    var weight: Double?
}

/// A record of another version: the same name with other properties.
struct ContractStrangeNote: PersistenceModel, Equatable {
    static let persistenceName = ContractNote.persistenceName
    let id: String
    var text: Int
}

struct ContractTicket: PersistenceModel, Equatable {
    static let persistenceName = "latchkey.contract.ticket"
    let id: Int
    var isOpen: Bool
}
