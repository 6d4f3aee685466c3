import ArgumentParser
import LatchkeyServer

extension UsersCommand {
    struct EndSession: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End one session of an account.")
        @OptionGroup var options: AccountOptions
        @Argument(help: "The session's ID, from users sessions.") var session: String

        func run() async throws {
            let report = try await options.process.endSession(session, ofUser: options.email)
            try options.confirm(report, "session ended", of: "session", session)
        }
    }

    struct ShutDevice: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shut a device, so that no passcode opens its data again.")
        @OptionGroup var options: AccountOptions
        @Argument(help: "The device's ID, from users devices.") var device: String

        func run() async throws {
            let report = try await options.process.shutDevice(device, ofUser: options.email)
            try options.confirm(report, "device shut", of: "device", device)
        }
    }

    struct EndSessions: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "End all sessions of an account.")
        static let change = AccountChange.endSessions
        @OptionGroup var options: AccountOptions
    }

    struct RequireReset: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete the passcode of an account and end its sessions; the owner must reset it.")
        static let change = AccountChange.requireReset
        @OptionGroup var options: AccountOptions
    }

    struct Suspend: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(
            abstract: "Suspend an account: end its sessions and prevent sign-in.")
        static let change = AccountChange.suspend
        @OptionGroup var options: AccountOptions
    }

    struct Resume: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "Resume a suspended account.")
        static let change = AccountChange.resume
        @OptionGroup var options: AccountOptions
    }

    struct Grant: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "Make an account an administrator.")
        static let change = AccountChange.grant
        @OptionGroup var options: AccountOptions
    }

    struct Revoke: AsyncParsableCommand, AccountChangeCommand {
        static let configuration = CommandConfiguration(abstract: "Make an administrator a member.")
        static let change = AccountChange.revoke
        @OptionGroup var options: AccountOptions
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
    var options: AccountOptions { get }
}

extension AccountChangeCommand {
    func run() async throws {
        let report = try await options.process.change(user: options.email, Self.change)
        try options.confirm(report, Self.change.done, Self.change.soAlready)
    }
}
