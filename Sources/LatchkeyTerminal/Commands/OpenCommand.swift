internal import ArgumentParser

/// `latchkey` without a command: the full-screen app.
struct OpenCommand: TerminalCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open the full-screen app, as without a command.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Disable colors, like NO_COLOR.") var noColor = false

    @Option(help: "Sign-in method: browser, device (a code on another device) or mail.")
    var signIn: SignInMethod?

    func perform() async throws {
        let (hints, hint) = AsyncStream.makeStream(of: TerminalText.self)
        let environment = try await AppEnvironment(
            server: global.server, mayPrompt: true, biometrics: Desktop.biometrics { hint.yield($0) })
        let workspace = try await Workspace(environment)
        let console = try await Console(isColourless: noColor, texts: workspace.texts)
        try await FullScreenApp(workspace, console: console, hints: hints, method: signIn).run()
    }
}
