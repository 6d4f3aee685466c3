internal import ArgumentParser

/// The options of every command.
struct GlobalOptions: ParsableArguments {
    @Option(help: "The server's address. Otherwise LATCHKEY_SERVER, or the one signed in to last.")
    var server: String?
}
