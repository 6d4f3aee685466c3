internal import ArgumentParser

/// The command `latchkey`.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey", abstract: "Notes that open with a passcode, under an account's lock.",
        version: "0.1.0", subcommands: [OpenCommand.self, StatusCommand.self, NoteCommand.self],
        defaultSubcommand: OpenCommand.self)
}
