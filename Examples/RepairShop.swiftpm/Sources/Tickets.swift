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
    /// Whether what is stored was read: nothing is added to what cannot be, or it would be overwritten.
    private(set) var isReadable = false
    /// Why they could not be read or written, or nil.
    private(set) var problem: String?
    @ObservationIgnored private let vault: Vault
    @ObservationIgnored private let folder: URL
    @ObservationIgnored private let texts: ScreenTexts
    private var file: URL { folder.appending(path: "tickets") }

    /// Keeps the tickets in a folder of their own.
    init(vault: Vault, folder: URL, texts: ScreenTexts) {
        (self.vault, self.folder, self.texts) = (vault, folder, texts)
    }

    func load() {
        isReadable = false
        attempt {
            all = []
            if FileManager.default.fileExists(atPath: file.path) {
                let opened = try vault.open(Data(contentsOf: file), for: "tickets")
                all = try JSONDecoder().decode([Ticket].self, from: opened)
            }
            isReadable = true
        }
    }

    func add(_ title: String) {
        guard isReadable else { return }
        store(all + [Ticket(title: title)])
    }

    /// Forgets what is in memory, for the time that the app is locked.
    func forget() { (all, isReadable) = ([], false) }

    /// Deletes what is stored, once signing out has erased the key to it: the next account must not find it.
    func erase() {
        forget()
        attempt {
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            try FileManager.default.removeItem(at: folder)
        }
    }

    /// The key to it does not leave this device, so that a restored backup could not open it.
    private func makeFolder() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var folder = folder
        try folder.setResourceValues(values)
    }

    private func store(_ tickets: [Ticket]) {
        attempt {
            try makeFolder()
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
