internal import ArgumentParser
internal import LatchkeyBiometrics
internal import LatchkeyProgram

/// `latchkey status`: prints the stored state on this device.
struct StatusCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print whether a user is signed in, and the unlock methods.",
        discussion: "Does not contact the server or prompt for the passcode.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Print JSON.") var json = false

    func perform() async throws {
        let environment = try await AppEnvironment(server: global.server, mayPrompt: false, biometrics: NoBiometrics())
        let (status, texts) = (try await Status(of: environment), environment.texts)
        try StandardStream.output.write(json ? try JSONOutput.text(of: status) : status.text(in: texts))
    }
}
