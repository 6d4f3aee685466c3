import Foundation

/// The accounts as an operator sees them.
struct AccountList: Sendable {
    let store: any Store

    /// Returns one line for each account, by address: whether a passcode is set and enabled, the timeout, and any
    /// trouble with mails. An account that cannot be read is named by its id (V15).
    func lines() async throws -> [String] {
        try await store.read { transaction in
            try transaction.accounts.all().map { row in
                row.value.map(Self.line) ?? "account \(row.key)\tcannot be read"
            }
        }
    }

    private static func line(of account: Account) -> String {
        let passcode =
            account.resetRequired
            ? "reset required" : account.hasPasscode ? account.passcodeEnabled ? "enabled" : "disabled" : "not set"
        let mail = account.mailTrouble.map { trouble in
            "\tmail \(trouble.rawValue) since \(account.mailTroubleSince?.date.formatted(.iso8601) ?? "?")"
        }
        return "\(account.email)\tpasscode \(passcode)\ttimeout \(account.passcodeTimeoutMinutes) min\(mail ?? "")"
    }
}
