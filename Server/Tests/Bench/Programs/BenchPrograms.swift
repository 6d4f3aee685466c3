import ArgumentParser

/// The programs that `make bench` runs to measure parts of the server alone, and what it compares the server with.
@main
struct BenchPrograms: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey-bench",
        subcommands: [BareHash.self, BareRoute.self, BatchReads.self, PasskeyChecks.self, TokenChecks.self])
}
