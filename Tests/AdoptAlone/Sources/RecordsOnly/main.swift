import LatchkeyPersistence

struct Ticket: PersistenceModel {
    static let persistenceName = "ticket"
    let id: Int
    var text: String
}

let store = InMemoryPersistence()
try await store.save(Ticket(id: 1, text: "Screen"))
for ticket in try await store.loadAll(Ticket.self) { print(ticket.text) }
