internal import ArgumentParser
internal import Foundation
internal import LatchkeyProgram
internal import TerminalKit

/// `latchkey note …`: the notes, for scripts and for the shell.
struct NoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "List, print, add, edit and delete notes.",
        discussion: "Reads the passcode from the terminal, even if input or output is redirected.",
        subcommands: [List.self, Show.self, Add.self, Edit.self, Remove.self])
}

extension NoteCommand {
    /// `latchkey note list`: lists the notes, newest first.
    struct List: TerminalCommand {
        static let configuration = CommandConfiguration(abstract: "List the notes, newest first.")

        @OptionGroup var global: GlobalOptions
        @Flag(help: "Print JSON.") var json = false

        private struct Entry: Encodable {
            let id: String
            let title: String
            let modified: Date
        }

        func perform() async throws {
            try await UnlockedNotes.use(server: global.server) { notes in
                let listing = try await notes.store.list()
                if json {
                    let entries = listing.notes.map {
                        Entry(id: $0.id.uuidString.lowercased(), title: $0.title, modified: $0.modified)
                    }
                    try StandardStream.output.write(try JSONOutput.text(of: entries))
                } else {
                    for note in listing.notes {
                        let id = note.id.uuidString.prefix(8).lowercased()
                        try StandardStream.output.write("\(id)  \(note.modified.shown)  \(CleanText.line(note.title))")
                    }
                }
                notes.warn(ofDamaged: listing.damaged.count)
            }
        }
    }

    /// `latchkey note show ID`: prints a note.
    struct Show: TerminalCommand {
        static let configuration = CommandConfiguration(abstract: "Print a note.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "Start of the note’s ID, as list prints it.") var id: String
        @Flag(help: "Print JSON.") var json = false

        private struct Entry: Encodable {
            let id: String
            let text: String
            let modified: Date
        }

        func perform() async throws {
            try await UnlockedNotes.use(server: global.server) { notes in
                let note = try await notes.find(id)
                guard !json else {
                    let entry = Entry(id: note.id.uuidString.lowercased(), text: note.text, modified: note.modified)
                    return try StandardStream.output.write(try JSONOutput.text(of: entry))
                }
                // A terminal must not interpret a note; a file gets the text unchanged.
                try StandardStream.output.write(isatty(STDOUT_FILENO) == 1 ? CleanText.lines(note.text) : note.text)
            }
        }
    }

    /// `latchkey note add`: adds a note.
    struct Add: TerminalCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a note from standard input or, on a terminal, from the editor.",
            discussion: "The text is never an argument, because other users could see it.")

        @OptionGroup var global: GlobalOptions

        func perform() async throws {
            // Read first, so that there is no passcode prompt without a text.
            let text = isatty(STDIN_FILENO) == 1 ? nil : try Self.input()
            try await UnlockedNotes.use(server: global.server) { notes in
                guard let text else { return try await notes.edit(nil) }
                let note = Note(id: UUID(), text: text, modified: Date())
                try await notes.store.save(note)
                try StandardStream.output.write(note.id.uuidString.lowercased())
            }
        }

        private static func input() throws -> String {
            let texts = TerminalTexts.preferred(in: ProcessInfo.processInfo.environment)
            // One byte over the limit is enough to detect.
            let input: Data
            do {
                input = try FileHandle.standardInput.read(upToCount: SafeFolder.maximumLength + 1) ?? Data()
            } catch {
                throw CommandFailure(status: .failed, text: texts[.noText])
            }
            guard let text = String(utf8: input), input.count <= SafeFolder.maximumLength else {
                throw CommandFailure(status: .failed, text: texts[.noText])
            }
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw CommandFailure(status: .failed, text: texts[.emptyNote])
            }
            return text
        }
    }

    /// `latchkey note edit ID`: opens a note in the editor.
    struct Edit: TerminalCommand {
        static let configuration = CommandConfiguration(abstract: "Open a note in the editor.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "Start of the note’s ID, as list prints it.") var id: String

        func perform() async throws {
            try await UnlockedNotes.use(server: global.server) { notes in
                try await notes.edit(try await notes.find(id))
            }
        }
    }

    /// `latchkey note remove ID`: deletes a note permanently.
    struct Remove: TerminalCommand {
        static let configuration = CommandConfiguration(abstract: "Delete a note.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "Start of the note’s ID, as list prints it.") var id: String

        func perform() async throws {
            try await UnlockedNotes.use(server: global.server) { notes in
                try await notes.store.delete(try await notes.find(id).id)
            }
        }
    }
}
