import ArgumentParser

/// The programs of `make bench` that measure parts of the server, and their baselines.
@main
struct BenchPrograms: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey-bench",
        subcommands: [BareHash.self, BareRoute.self, BatchReads.self, PasskeyChecks.self, TokenChecks.self])
}
