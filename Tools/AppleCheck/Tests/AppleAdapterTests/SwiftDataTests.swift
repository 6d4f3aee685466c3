import Foundation
import LatchkeyPersistence
import LatchkeyTestSupport
import SwiftData
import Testing

@Model final class Ticket {
    var title: String
    init(title: String) { self.title = title }
}

struct Note: PersistenceModel, Equatable {
    static let persistenceName = "note"
    let id: String
    var text: String
}

@Suite struct SwiftDataTests {
    @Test func swiftDataKeepsTheContractOfPersistence() async throws {
        try await PersistenceContract { try SwiftDataPersistence(in: .memory) }.verify()
    }

    @MainActor @Test func storesOfModelsKeepTheirContract() throws {
        try ModelStoreContract {
            try SwiftDataPersistence(for: [ContractModel.self], in: .memory)
        } stored: {
            try ModelContext($0.modelContainer).fetch(FetchDescriptor())
        }.verify()
        try ModelStoreContract {
            MockModelStore()
        } stored: {
            $0.models(ContractModel.self)
        }.verify()
    }

    @MainActor @Test func failedInsertIsNotStoredByALaterSave() throws {
        let persistence = try SwiftDataPersistence(for: [Ticket.self], in: .memory)
        persistence.modelContainer.failsNextSave = true
        #expect(throws: PersistenceError.self) { try persistence.insert(Ticket(title: "Screen")) }
        try persistence.insert(Ticket(title: "Battery"))
        #expect(try storedTickets(persistence) == ["Battery"])
    }

    @MainActor @Test(arguments: [false, true]) func aFailedDeletionLeavesTheModelAndEarlierChanges(
        afterChange: Bool
    ) throws {
        let persistence = try SwiftDataPersistence(for: [Ticket.self], in: .memory)
        let ticket = Ticket(title: "Screen")
        try persistence.insert(ticket)
        if afterChange { persistence.modelContainer.mainContext.insert(Ticket(title: "Battery")) }
        persistence.modelContainer.failsNextSave = true
        #expect(throws: PersistenceError.deleteFailed(reason: CocoaError(.fileWriteOutOfSpace).localizedDescription)) {
            try persistence.delete(ticket)
        }
        try persistence.save()
        #expect(try storedTickets(persistence) == (afterChange ? ["Battery", "Screen"] : ["Screen"]))
    }

    @MainActor @Test func mockModelStoreRecordsCallsAndFailsOnceOnRequest() throws {
        let models = MockModelStore()
        models.failNext(with: .saveFailed(reason: "full"))
        let ticket = Ticket(title: "Screen")
        #expect(throws: PersistenceError.saveFailed(reason: "full")) { try models.insert(ticket) }
        #expect(models.models(Ticket.self).isEmpty)
        try models.insert(ticket)
        models.failNext(with: .deleteFailed(reason: "full"))
        #expect(throws: PersistenceError.deleteFailed(reason: "full")) { try models.delete(ticket) }
        #expect(models.models(Ticket.self).map(\.title) == ["Screen"])
        #expect(models.calls == [.insert("Ticket"), .insert("Ticket"), .delete("Ticket")])
    }

    @MainActor private func storedTickets(_ persistence: SwiftDataPersistence) throws -> [String] {
        try ModelContext(persistence.modelContainer).fetch(FetchDescriptor<Ticket>()).map(\.title).sorted()
    }

    @MainActor @Test func swiftDataStoreCreatedOnTheMainThreadWorksElsewhere() async throws {
        let persistence = try SwiftDataPersistence(in: .memory)
        try await persistence.save(Note(id: "a", text: "kept"))
        #expect(try await persistence.load(Note.self, id: "a")?.text == "kept")
    }

    @Test func failedSaveThrowsAndLeavesTheStoreUnchanged() async throws {
        let persistence = try SwiftDataPersistence(in: .memory)
        persistence.modelContainer.failsNextSave = true
        await #expect(throws: PersistenceError.self) { () async throws in
            try await persistence.save(Note(id: "a", text: "lost"))
        }
        #expect(try await persistence.load(Note.self, id: "a") == nil)
        try await persistence.save(Note(id: "a", text: "kept"))
        persistence.modelContainer.failsNextSave = true
        await #expect(throws: PersistenceError.self) { () async throws in
            try await persistence.delete(Note.self, id: "a")
        }
        #expect(try await persistence.load(Note.self, id: "a")?.text == "kept")
    }

    @Test func storeThatCannotBeOpenedThrowsASpecificError() throws {
        let url = try #require(URL(string: "https://example.com/store"))
        #expect {
            _ = try SwiftDataPersistence(in: .file(url))
        } throws: { error in
            if case PersistenceError.containerCreationFailed = error { true } else { false }
        }
    }
}
