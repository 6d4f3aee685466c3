internal import ArgumentParser
internal import Foundation
internal import LatchkeyProgram
internal import TerminalKit

/// `latchkey doctor`: diagnoses the services of the machine.
struct DoctorCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tells where secrets are kept and why, and what this machine has to lock with.",
        discussion: "Asks neither the server nor for any password, and creates nothing.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Prints JSON.") var json = false

    func perform() async throws {
        let settings = try AppSettings(server: global.server)
        let diagnosis = await Desktop.diagnose(settings)
        let texts = TerminalTexts.preferred(in: ProcessInfo.processInfo.environment)
        try StandardStream.output.write(
            json
                ? try JSONOutput.text(of: diagnosis)
                : CleanText.lines(diagnosis.text(in: texts, settings: settings.file)))
    }
}
