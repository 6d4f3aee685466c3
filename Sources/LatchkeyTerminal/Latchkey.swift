internal import ArgumentParser
internal import CProcess
internal import LatchkeyProgram

@main
enum Main {
    static func main() async {
        StandardStream.prepare()
        // If the system does not support it, the app runs without this protection.
        _ = cprocess_prevent_dumps()
        await Latchkey.main()
    }
}

/// The command `latchkey`.
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey", abstract: "Notes behind a passcode, with an account.",
        discussion: ExitStatus.list,
        version: LatchkeyVersion.text(commit: cprocess_commit()),
        subcommands: [
            OpenCommand.self, StatusCommand.self, DoctorCommand.self, DevicesCommand.self, NoteCommand.self,
        ],
        defaultSubcommand: OpenCommand.self)
}
