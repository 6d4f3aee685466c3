import Foundation
import LatchkeyPersistence
import LatchkeySQLite

/// A repair ticket.
struct Ticket: PersistenceModel, Equatable {
    /// What its records are kept under, whatever becomes of the type's name.
    static let persistenceName = "ticket"

    let id: String
    var device: String
    var isDone = false
    /// Newer than the rest: nil in tickets that were saved before, without a migration.
    var price: Int?
}

/// What the app does with its tickets, wherever they are kept.
struct TicketBook {
    let records: any PersistenceProtocol

    /// Saves all of them or, after an error, none.
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

    /// Reports the open tickets now, and again after each change.
    func watchOpenTickets() -> AsyncThrowingStream<[Ticket], any Error> {
        records.observe(Self.open)
    }

    private static let open = PersistenceQuery(Ticket.self)
        .matching { !$0.isDone }
        .sorted { $0.device }
        .limited(to: 50)
}

/// Opens the app's file. Its first version called the device `model`.
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
