internal import ArgumentParser
internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyProgram
internal import TerminalKit

/// `latchkey doctor`: diagnoses the services of the machine.
struct DoctorCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Print where secrets are stored and why, and the events that lock the app.",
        discussion: "Does not contact the server, prompt for a password or create anything.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Print JSON.") var json = false

    func perform() async throws {
        let settings = try AppSettings(server: global.server)
        var diagnosis = await Desktop.diagnose(settings)
        // Without secrets, reading the state would create their folder.
        if diagnosis.secrets.reason == .kept { diagnosis.unlock = await Self.protection(server: global.server) }
        let texts = TerminalTexts.preferred(in: ProcessInfo.processInfo.environment)
        try StandardStream.output.write(
            json
                ? try JSONOutput.text(of: diagnosis)
                : CleanText.lines(diagnosis.text(in: texts, settings: settings.file)))
    }

    private static func protection(server: String?) async -> UnlockProtection? {
        guard let environment = try? await AppEnvironment(server: server, mayPrompt: false, biometrics: NoBiometrics())
        else { return nil }
        return try? await Status(of: environment).unlock
    }
}
