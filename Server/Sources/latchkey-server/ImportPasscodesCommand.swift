import ArgumentParser
import LatchkeyProgram
import LatchkeyServer

struct ImportPasscodesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-passcodes", abstract: "Import all passcodes of a CSV file, or none.",
        discussion: "The first line is email,passcode_hash,passcode_salt; the hash is SHA-256 of passcode and salt.")

    @Argument var file: String
    @OptionGroup var flags: SettingFlags

    func run() async throws {
        do {
            let count = try await ServerProcess(environment: flags.environment).importPasscodes(file: file)
            try StandardStream.output.write("\(count) imported")
        } catch let error as PasscodeImportError {
            StandardStream.report("\(error)")
            throw ExitCode.failure
        }
    }
}
