internal import ArgumentParser
internal import Foundation
internal import TerminalKit

extension NoteCommand {
    /// `latchkey note list`: the notes, the newest first.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the notes, the newest first.")

        @OptionGroup var global: GlobalOptions
        @Flag(help: "Prints JSON.") var json = false

        private struct Entry: Encodable {
            let id: String
            let title: String
            let modified: Date
        }

        func run() async throws {
            try await Self.perform {
                try await UnlockedNotes.use(server: global.server) { notes in
                    let listing = try await notes.store.list()
                    if json {
                        let entries = listing.notes.map {
                            Entry(id: $0.id.uuidString.lowercased(), title: $0.title, modified: $0.modified)
                        }
                        try StandardOutput.write(try JSONOutput.text(of: entries))
                    } else {
                        for note in listing.notes {
                            let id = note.id.uuidString.prefix(8).lowercased()
                            try StandardOutput.write("\(id)  \(note.modified.shown)  \(CleanText.line(note.title))")
                        }
                    }
                    notes.warn(ofDamaged: listing.damaged.count)
                }
            }
        }
    }

    /// `latchkey note show ID`: prints a note.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints a note.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The beginning of the note’s identifier, as list prints it.") var id: String
        @Flag(help: "Prints JSON.") var json = false

        private struct Entry: Encodable {
            let id: String
            let text: String
            let modified: Date
        }

        func run() async throws {
            try await Self.perform {
                try await UnlockedNotes.use(server: global.server) { notes in
                    let note = try await notes.find(id)
                    guard !json else {
                        let entry = Entry(id: note.id.uuidString.lowercased(), text: note.text, modified: note.modified)
                        return try StandardOutput.write(try JSONOutput.text(of: entry))
                    }
                    // A terminal must not obey a note; a file gets the text unchanged.
                    try StandardOutput.write(isatty(STDOUT_FILENO) == 1 ? CleanText.lines(note.text) : note.text)
                }
            }
        }
    }
}
