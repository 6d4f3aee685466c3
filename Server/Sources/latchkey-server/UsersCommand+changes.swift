import ArgumentParser
import LatchkeyServer

extension UsersCommand {
    struct EndSessions: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "End all sessions of an account.")
        static let change = AccountChange.endSessions
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags
    }

    struct RequireReset: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete the passcode of an account and end its sessions; the owner must reset it.")
        static let change = AccountChange.requireReset
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags
    }

    struct Suspend: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(
            abstract: "Suspend an account: end its sessions and block sign-in.")
        static let change = AccountChange.suspend
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags
    }

    struct Resume: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "Resume a suspended account.")
        static let change = AccountChange.resume
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags
    }

    struct Grant: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "Make an account an administrator.")
        static let change = AccountChange.grant
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags
    }

    struct Revoke: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "Make an administrator a member.")
        static let change = AccountChange.revoke
        @OptionGroup var account: AccountArgument
        @OptionGroup var output: ReportOutput
        @OptionGroup var flags: SettingFlags
    }
}

extension AccountChange {
    /// The message after a change.
    fileprivate var done: String {
        switch self {
        case .endSessions: "sessions ended"
        case .requireReset: "reset required"
        case .suspend: "suspended"
        case .resume: "resumed"
        case .grant: "is an administrator"
        case .revoke: "is a member"
        }
    }

    /// The message if nothing changed.
    fileprivate var soAlready: String {
        switch self {
        case .endSessions: "has no sessions"
        case .requireReset: "already requires a reset"
        case .suspend: "is already suspended"
        case .resume: "is not suspended"
        case .grant: "is already an administrator"
        case .revoke: "is not an administrator"
        }
    }
}

/// A command that changes one account.
protocol AccountChangeCommand {
    static var change: AccountChange { get }
    var account: AccountArgument { get }
    var output: ReportOutput { get }
    var flags: SettingFlags { get }
}

extension AccountChangeCommand {
    func run() async throws {
        let process = try ServerProcess(environment: flags.environment)
        guard let report = try await process.change(user: account.email, Self.change) else { throw account.unknown }
        try output.confirm(report, report.changed ? Self.change.done : Self.change.soAlready)
    }
}
