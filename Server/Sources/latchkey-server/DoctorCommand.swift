import ArgumentParser
import LatchkeyServer

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look at settings, keys, database, mail and proxy, and say what to do.",
        discussion: "It changes nothing. Status 1 tells that something fails; warnings do not count.")

    @Option(help: ArgumentHelp("Send a mail to this address.", valueName: "address")) var mail: String?
    @OptionGroup var output: ReportOutput
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        let findings = try await ServerProcess.examine(environment: flags.environment, mailTo: mail)
        try output.print(findings)
        if findings.contains(where: { $0.status == .failure }) { throw ExitCode.failure }
    }
}
