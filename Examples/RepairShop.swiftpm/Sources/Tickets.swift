#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import Foundation
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySession
import LatchkeyUI
import Observation

/// The repairs, sealed by the vault: locked, there is nothing to be read.
@MainActor @Observable
final class Tickets {
    private(set) var all: [Ticket] = []
    /// Whether what is stored was read: nothing is added to what cannot be.
    private(set) var isReadable = false
    /// Why they could not be read or written, or nil.
    private(set) var problem: String?
    /// The stored tickets that another vault has sealed: nothing here opens them. Only the person deletes them.
    private(set) var others: [UUID] = []
    @ObservationIgnored private let vault: Vault
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let openRecords: () throws -> any PersistenceProtocol
    @ObservationIgnored private var opened: (any PersistenceProtocol)?

    /// Keeps the tickets in records that are opened when they are first needed.
    init(vault: Vault, texts: ScreenTexts, records: @escaping () throws -> any PersistenceProtocol) {
        (self.vault, self.texts, openRecords) = (vault, texts, records)
    }

    func load() async {
        isReadable = false
        await attempt {
            let key = try vault.sealingKey().rawRepresentation
            let stored = try await records().loadAll(SealedTicket.self)
            // Their vault may have been erased, or be missing only for now.
            others = stored.filter { $0.vault != key }.map(\.id)
            all = try stored.filter { $0.vault == key }.map { ticket in
                try JSONDecoder().decode(Ticket.self, from: vault.open(ticket.sealed, for: purpose(of: ticket.id)))
            }
            isReadable = true
        }
    }

    func add(_ title: String) async {
        guard isReadable else { return }
        await attempt {
            let ticket = Ticket(title: title)
            let sealed = try vault.seal(JSONEncoder().encode(ticket), for: purpose(of: ticket.id))
            let key = try vault.sealingKey().rawRepresentation
            try await records().save(SealedTicket(id: ticket.id, vault: key, sealed: sealed))
            all.append(ticket)
        }
    }

    /// Forgets what is in memory, for the time that the app is locked.
    func forget() { (all, others, isReadable, problem) = ([], [], false, nil) }

    /// Deletes the tickets of another vault, once the person has said so.
    func eraseOthers() async {
        await attempt {
            try await records().deleteAll(SealedTicket.self, ids: others)
            others = []
        }
    }

    /// Deletes what is stored, once signing out has erased the key to it.
    func erase() async {
        forget()
        await attempt {
            let stored = try await records().loadAll(SealedTicket.self)
            try await records().deleteAll(SealedTicket.self, ids: stored.map(\.id))
        }
    }

    /// One for each ticket, so that none can replace another.
    private func purpose(of id: UUID) -> String { "ticket/\(id)" }

    private func records() throws -> any PersistenceProtocol {
        if let opened { return opened }
        let records = try openRecords()
        opened = records
        return records
    }

    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
            problem = nil
        } catch {
            problem = (error as? VaultError)?.text(in: texts.lock) ?? texts[.storageTrouble]
        }
    }
}
#endif
