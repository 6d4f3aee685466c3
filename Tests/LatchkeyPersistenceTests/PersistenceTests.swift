import Foundation
import LatchkeyPersistence
import LatchkeyTestSupport
import Testing

@Suite struct PersistenceTests {
    @Test func implementationsInMemoryKeepTheContract() async throws {
        try await PersistenceContract { InMemoryPersistence() }.verify()
        try await PersistenceContract { MockPersistence() }.verify()
    }

    @Test func mockRecordsCallsAndFailsOnceOnRequest() async throws {
        let mock = MockPersistence()
        await mock.failNext(with: .saveFailed(reason: "full"))
        let ticket = Ticket(id: UUID(), text: "Screen")
        await #expect(throws: PersistenceError.saveFailed(reason: "full")) { try await mock.save(ticket) }
        #expect(try await mock.load(Ticket.self, id: ticket.id) == nil)
        try await mock.save(ticket)
        #expect(try await mock.load(Ticket.self, id: ticket.id) == ticket)
        let id = ticket.id.description
        #expect(
            await mock.calls == [
                .saveAll("ticket", ids: [id]), .load("ticket", id: id), .saveAll("ticket", ids: [id]),
                .load("ticket", id: id),
            ])
    }

    @Test func cancelledObserverIsRemoved() async throws {
        let store = InMemoryPersistence()
        var reports: AsyncThrowingStream<[Ticket], any Error>? = store.observe(PersistenceQuery(Ticket.self))
        for try await report in try #require(reports) {
            #expect(report.isEmpty)
            break
        }
        reports = nil
        try await store.save(Ticket(id: UUID(), text: ""))
    }
}

struct Ticket: PersistenceModel, Equatable {
    static let persistenceName = "ticket"
    let id: UUID
    var text: String
    var priority: Int?
}
