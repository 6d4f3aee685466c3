internal import ArgumentParser

@main
enum Main {
    static func main() async {
        // What the system refuses is left: the app is then like any other.
        _ = ProcessHardening.apply()
        await Latchkey.main()
    }
}

/// The command `latchkey`.
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey", abstract: "Notes that open with a passcode, under an account's lock.",
        discussion: ExitStatus.list,
        version: "0.1.0",
        subcommands: [OpenCommand.self, StatusCommand.self, DoctorCommand.self, NoteCommand.self],
        defaultSubcommand: OpenCommand.self)
}
