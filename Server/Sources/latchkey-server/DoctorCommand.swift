import ArgumentParser
import LatchkeyServer

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look at settings, keys, database, mail, ports and proxy; say what to do.",
        discussion: "It changes nothing. Status 1 tells that something fails; warnings do not count.")

    @Option(help: ArgumentHelp("Send a mail to this address.", valueName: "address")) var mail: String?
    @Option(help: ArgumentHelp("The file of settings; no secret in it may be for all to read.", valueName: "file"))
    var settingsFile = "/etc/latchkey/server.conf"
    @OptionGroup var output: ReportOutput
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        let findings = try await ServerProcess.examine(
            environment: flags.environment, file: settingsFile, mailTo: mail)
        try output.write(findings)
        if findings.contains(where: { $0.status == .failure }) { throw ExitCode.failure }
    }
}
