internal import ArgumentParser
internal import Foundation

/// `latchkey` by itself: the app in the whole terminal.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Opens the app in the terminal. This is what happens without a command.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Draws without colours, as NO_COLOR does.") var noColor = false

    func run() async throws {
        try await Self.perform {
            let workspace = try await Workspace(Place(server: global.server, mayAsk: true))
            let console = try await Console(isColourless: noColor, texts: workspace.texts)
            try await FullScreenApp(workspace, console: console).run()
        }
    }
}
