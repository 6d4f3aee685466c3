internal import ArgumentParser
internal import Foundation
internal import LatchkeyProgram
internal import TerminalKit

/// `latchkey doctor`: diagnoses the services of the machine.
struct DoctorCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Prints where secrets are stored and why, and what can lock the app on this machine.",
        discussion: "Neither contacts the server nor asks for a password, and creates nothing.")

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
