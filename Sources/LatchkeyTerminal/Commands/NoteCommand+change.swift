internal import ArgumentParser
internal import Foundation

extension NoteCommand {
    /// `latchkey note add`: a new note.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a note: what standard input brings, or what is written in the editor.",
            discussion: "The text is never an argument, which other users of the machine could see.")

        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try await Self.perform {
                // Read first: no passcode is asked for when there is no text.
                let text = isatty(STDIN_FILENO) == 1 ? nil : try Self.input()
                try await UnlockedNotes.use(server: global.server) { notes in
                    guard let text else { return try await notes.edit(nil) }
                    let note = Note(id: UUID(), text: text, modified: Date())
                    try await notes.store.save(note)
                    try StandardOutput.write(note.id.uuidString.lowercased())
                }
            }
        }

        private static func input() throws -> String {
            let texts = TerminalTexts.preferred(in: ProcessInfo.processInfo.environment)
            // One byte over the limit is enough to know.
            let input = try FileHandle.standardInput.read(upToCount: SafeFolder.maximumLength + 1) ?? Data()
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
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Opens a note in the editor.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The beginning of the note’s identifier, as list prints it.") var id: String

        func run() async throws {
            try await Self.perform {
                try await UnlockedNotes.use(server: global.server) { notes in
                    try await notes.edit(try await notes.find(id))
                }
            }
        }
    }

    /// `latchkey note remove ID`: removes a note for good.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a note for good.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The beginning of the note’s identifier, as list prints it.") var id: String

        func run() async throws {
            try await Self.perform {
                try await UnlockedNotes.use(server: global.server) { notes in
                    try await notes.store.delete(try await notes.find(id).id)
                }
            }
        }
    }
}
