import Foundation
import LatchkeyLock
import Observation
import SwiftUI

/// Notes that are sealed on the disk, and in memory only while the lock is open.
@MainActor @Observable
final class Notes {
    /// Nil while they cannot be read, so that nothing is written over them.
    private(set) var all: [String]?
    @ObservationIgnored private let lock: PasscodeService
    @ObservationIgnored private let file = FileManager.default.urls(
        for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "notes")

    init(lock: PasscodeService) { self.lock = lock }

    /// Reads the notes whenever the lock opens, and forgets them whenever it closes.
    func follow() async {
        for await change in lock.lockChanges { all = change.isLocked ? nil : try? read() }
    }

    func add(_ note: String) throws {
        guard let all else { return }
        let sealed = try lock.vault.seal(JSONEncoder().encode(all + [note]), for: "notes")
        try sealed.write(to: file, options: .atomic)
        self.all = all + [note]
    }

    private func read() throws -> [String] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try JSONDecoder().decode([String].self, from: lock.vault.open(Data(contentsOf: file), for: "notes"))
    }
}

struct NotesView: View {
    @State private var notes: Notes
    @State private var text = ""

    init(lock: PasscodeService) { _notes = State(wrappedValue: Notes(lock: lock)) }

    var body: some View {
        List {
            if let all = notes.all {
                ForEach(all, id: \.self) { Text(verbatim: $0) }
                TextField("New note", text: $text).onSubmit(add)
            } else {
                Text(verbatim: "The notes cannot be read.")
            }
        }
        .task { await notes.follow() }
    }

    private func add() {
        // After an error the text stays, to be tried again.
        if (try? notes.add(text)) != nil { text = "" }
    }
}
