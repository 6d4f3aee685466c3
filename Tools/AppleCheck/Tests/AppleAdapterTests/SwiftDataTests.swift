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

    @MainActor @Test func anAppsOwnModelsAreSavedAndDeleted() async throws {
        let persistence = try SwiftDataPersistence(for: [Ticket.self], in: .memory)
        let ticket = Ticket(title: "Screen")
        persistence.modelContainer.mainContext.insert(ticket)
        try persistence.save()
        let other = ModelContext(persistence.modelContainer)
        #expect(try other.fetch(FetchDescriptor<Ticket>()).map(\.title) == ["Screen"])
        try persistence.delete(ticket)
        #expect(try other.fetch(FetchDescriptor<Ticket>()).isEmpty)
    }

    @MainActor @Test func anObjectThatIsMadeOnTheMainThreadWorksElsewhere() async throws {
        let persistence = try SwiftDataPersistence(in: .memory)
        try await persistence.save(Note(id: "a", text: "kept"))
        #expect(try await persistence.load(Note.self, id: "a")?.text == "kept")
    }

    @Test func whatCannotBeSavedIsAnErrorAndLeavesNothingBehind() async throws {
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

    @Test func aStoreThatCannotBeOpenedIsAnErrorOfItsOwn() throws {
        let url = try #require(URL(string: "https://example.com/store"))
        #expect {
            _ = try SwiftDataPersistence(in: .file(url))
        } throws: { error in
            if case PersistenceError.containerCreationFailed = error { true } else { false }
        }
    }
}
