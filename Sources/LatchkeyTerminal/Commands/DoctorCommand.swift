internal import ArgumentParser
internal import TerminalKit

/// `latchkey doctor`: what the machine offers, without asking anybody for anything.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tells where secrets are kept and why, and what this machine has to lock with.",
        discussion: "Asks neither the server nor for any password, and creates nothing.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Prints JSON.") var json = false

    func run() async throws {
        try await Self.perform {
            let folder = try ServerFolder(server: global.server)
            let diagnosis = await Diagnosis(of: folder)
            print(
                json
                    ? try JSONOutput.text(of: diagnosis)
                    : CleanText.lines(diagnosis.text(in: folder.texts, settings: folder.settings)))
        }
    }
}
