import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

/// The account of a command, and the options of all such commands.
struct AccountOptions: ParsableArguments {
    @Argument var email: String
    @OptionGroup var output: ReportOutput
    @OptionGroup var flags: SettingFlags

    var process: ServerProcess {
        get throws { try ServerProcess(environment: flags.environment) }
    }

    /// Returns the result. Throws if the account does not exist.
    func require<Result>(_ result: Result?) throws -> Result {
        guard let result else { throw ValidationError("\(email) has no account. `users list` lists all accounts.") }
        return result
    }

    /// Prints the result of a change.
    ///
    /// - Parameter soAlready: The message if nothing changed.
    func confirm(_ report: AccountChangeReport?, _ done: String, _ soAlready: String) throws {
        let report = try require(report)
        try output.confirm(report, report.changed ? done : soAlready)
    }

    /// Prints the result of a change of the account's session or device. Fails if the account has none with the ID.
    func confirm(_ report: AccountChangeReport?, _ done: String, of item: String, _ id: String) throws {
        let report = try require(report)
        guard report.changed else {
            StandardStream.report(
                "latchkey-server: \(email) has no such \(item): \(id). `users \(item)s \(email)` lists them.")
            throw ExitCode.failure
        }
        try output.confirm(report, done)
    }
}
