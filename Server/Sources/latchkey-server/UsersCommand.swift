import ArgumentParser
import LatchkeyServer

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Add, list and remove accounts.",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make an account for an address.")
        @Argument var email: String
        @OptionGroup var flags: SettingFlags

        func run() async throws {
            guard try await ServerProcess(environment: flags.environment).addUser(email: email) else {
                throw ValidationError("\(email) has an account already.")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print one line an account.")
        @OptionGroup var flags: SettingFlags

        func run() async throws {
            for line in try await ServerProcess(environment: flags.environment).listUsers() { print(line) }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove an account and all of it.")
        @Argument var email: String
        @OptionGroup var flags: SettingFlags

        func run() async throws {
            guard try await ServerProcess(environment: flags.environment).removeUser(email: email) else {
                throw ValidationError("\(email) has no account.")
            }
        }
    }
}
