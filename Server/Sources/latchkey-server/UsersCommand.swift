import ArgumentParser
import LatchkeyServer

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Add, list, change and remove accounts.",
        subcommands: [
            Add.self, List.self, Sessions.self, EndSession.self, EndSessions.self, Devices.self, ShutDevice.self,
            RequireReset.self, Suspend.self, Resume.self, Grant.self, Revoke.self, Remove.self,
        ])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an account for an address.")
        @Flag(help: "Make the account an administrator.") var administrator = false
        @Flag(help: "Invite the owner by email.") var invite = false
        @OptionGroup var options: AccountOptions

        func run() async throws {
            let report = try await options.process.addUser(
                email: options.email, isAdministrator: administrator, isInvited: invite)
            guard let report else { throw ValidationError("\(options.email) already has an account.") }
            try options.output.confirm(report, "added")
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
        @OptionGroup var options: AccountOptions

        func run() async throws {
            try await options.output.write(options.require(options.process.sessions(ofUser: options.email)))
        }
    }

    struct Devices: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the devices of an account that open with the server, one per line.")
        @OptionGroup var options: AccountOptions

        func run() async throws {
            try await options.output.write(options.require(options.process.devices(ofUser: options.email)))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an account and its data.",
            discussion: "If users list cannot read the account, enter its ID instead of its address.")
        @OptionGroup var options: AccountOptions

        func run() async throws {
            let report = try await options.require(options.process.removeUser(email: options.email))
            try options.output.confirm(report, "removed")
        }
    }
}
