internal import ArgumentParser

/// The command `latchkey`.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey", abstract: "Notes that open with a passcode, under an account's lock.")

    func run() async throws {
        print(Self.helpMessage())
    }
}
