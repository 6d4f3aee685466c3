import ArgumentParser
import LatchkeyServer

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Add, list, change and remove accounts.",
        subcommands: [
            Add.self, List.self, Sessions.self, EndSessions.self, RequireReset.self, Suspend.self, Resume.self,
            Grant.self, Revoke.self, Remove.self,
        ])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an account for an address.")
        @Flag(help: "Make the account an administrator.") var administrator = false
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags

        func run() async throws {
            let process = try ServerProcess(environment: flags.environment)
            guard let report = try await process.addUser(email: account.email, isAdministrator: administrator) else {
                throw ValidationError("\(account.email) already has an account.")
            }
            try output.confirm(report, "added")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List accounts, one per line.")
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags

        func run() async throws {
            try output.write(await ServerProcess(environment: flags.environment).listUsers())
        }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the sessions of an account, one per line.")
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags

        func run() async throws {
            let sessions = try await ServerProcess(environment: flags.environment).sessions(ofUser: account.email)
            guard let sessions else { throw account.unknown }
            try output.write(sessions)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete an account and its data.")
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags

        func run() async throws {
            guard let report = try await ServerProcess(environment: flags.environment).removeUser(email: account.email)
            else { throw account.unknown }
            try output.confirm(report, "removed")
        }
    }
}
