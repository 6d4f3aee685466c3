import ArgumentParser
import LatchkeyServer

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check settings, keys, database, email, ports and proxy.",
        discussion: "Changes nothing. The exit status is 1 if a check fails; warnings are not failures.")

    @Option(help: ArgumentHelp("Send a test email to this address.", valueName: "address")) var mail: String?
    @Option(help: ArgumentHelp("Settings file to check for exposed secrets.", valueName: "file"))
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
