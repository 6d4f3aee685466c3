import Foundation
import LatchkeyPersistence
import LatchkeySQLite

/// A repair ticket.
struct Ticket: PersistenceModel, Equatable {
    /// The stored name of the records. It stays the same if the type is renamed.
    static let persistenceName = "ticket"

    let id: String
    var device: String
    var isDone = false
    /// A property added later. It is nil in older tickets, so that no migration is necessary.
    var price: Int?
}

/// The app's operations on tickets, with any store.
struct TicketBook {
    let records: any PersistenceProtocol

    /// Saves all tickets, or none if it throws.
    func take(_ tickets: [Ticket]) async throws(PersistenceError) {
        try await records.saveAll(tickets)
    }

    func finish(_ id: String) async throws(PersistenceError) {
        guard var ticket = try await records.load(Ticket.self, id: id) else { return }
        ticket.isDone = true
        try await records.save(ticket)
    }

    func openTickets() async throws(PersistenceError) -> [Ticket] {
        try await records.fetch(Self.open)
    }

    /// A stream of the open tickets: one value now, and one after each change.
    func watchOpenTickets() -> AsyncThrowingStream<[Ticket], any Error> {
        records.observe(Self.open)
    }

    private static let open = PersistenceQuery(Ticket.self)
        .matching { !$0.isDone }
        .sorted { $0.device }
        .limited(to: 50)
}

/// Opens the app's file. In the first version of the app, the property `device` was `model`.
func openTicketBook(in directory: URL) throws(PersistenceError) -> TicketBook {
    nonisolated struct FirstTicket: Codable {
        let id: String
        var model: String
    }
    let renameModel = RecordMigration("RenameModelToDevice", of: Ticket.persistenceName) { json in
        let old = try JSONDecoder().decode(FirstTicket.self, from: json)
        return try JSONEncoder().encode(Ticket(id: old.id, device: old.model))
    }
    let file = directory.appendingPathComponent("tickets.sqlite")
    return TicketBook(records: try SQLitePersistence(url: file, migrations: [renameModel]))
}
