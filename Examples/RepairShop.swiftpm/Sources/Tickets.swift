#if canImport(SwiftUI) && canImport(UIKit)
import Foundation
import LatchkeyLock
import LatchkeyUI
import Observation

/// One repair.
struct Ticket: Codable, Hashable, Identifiable, Sendable {
    var id = UUID()
    var title: String
}

/// The repairs, sealed by the vault: locked, there is nothing to be read.
@MainActor @Observable
final class Tickets {
    private(set) var all: [Ticket] = []
    /// Why they could not be read or written, or nil.
    private(set) var problem: String?
    @ObservationIgnored private let vault: Vault
    @ObservationIgnored private let file: URL
    @ObservationIgnored private let texts: ScreenTexts

    init(vault: Vault, file: URL, texts: ScreenTexts) { (self.vault, self.file, self.texts) = (vault, file, texts) }

    func load() {
        attempt {
            guard FileManager.default.fileExists(atPath: file.path) else { return all = [] }
            let opened = try vault.open(Data(contentsOf: file), for: "tickets")
            all = try JSONDecoder().decode([Ticket].self, from: opened)
        }
    }

    func add(_ title: String) { store(all + [Ticket(title: title)]) }

    /// Forgets what is in memory, for the time that the app is locked.
    func forget() { all = [] }

    private func store(_ tickets: [Ticket]) {
        attempt {
            try vault.seal(JSONEncoder().encode(tickets), for: "tickets").write(to: file, options: .atomic)
            all = tickets
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
            problem = nil
        } catch {
            problem = (error as? VaultError)?.text(in: texts.lock) ?? texts[.storageTrouble]
        }
    }
}
#endif
