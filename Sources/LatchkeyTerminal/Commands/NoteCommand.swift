internal import ArgumentParser

/// `latchkey note …`: the notes, for scripts and for the shell.
struct NoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Lists, shows, adds, edits and removes notes.",
        discussion: "The passcode is asked for on the terminal, also when input or output go elsewhere.",
        subcommands: [List.self, Show.self, Add.self, Edit.self, Remove.self])
}
