internal import ArgumentParser
internal import LatchkeyBiometrics

/// `latchkey status`: what is stored, without asking anybody anything.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tells whether somebody is signed in, and what opens the notes.",
        discussion: "Asks neither the server nor for the passcode.")

    @OptionGroup var global: GlobalOptions
    @Flag(help: "Prints JSON.") var json = false

    func run() async throws {
        try await Self.perform {
            let place = try await Place(server: global.server, mayAsk: false, biometrics: NoBiometrics())
            let (standing, texts) = (try await Standing(of: place), await place.texts)
            try StandardOutput.write(json ? try JSONOutput.text(of: standing) : standing.text(in: texts))
        }
    }
}
