import Foundation

/// The accounts as an operator sees them.
struct AccountList: Sendable {
    let store: any Store

    /// Returns one line for each account, by address: whether a passcode is set and enabled, the timeout, and any
    /// trouble with mails. An account that cannot be read is named by its id (V15).
    func lines() async throws -> [String] {
        var lines: [(email: String, line: String)] = []
        var end: String?
        repeat {
            let page = try await store.read { [end] in try $0.accounts.page(after: end, limit: 1000) }
            lines += page.rows.map { row in
                row.value.map { ($0.email, Self.line(of: $0)) } ?? ("", "account \(row.key)\tcannot be read")
            }
            end = page.next
        } while end != nil
        return lines.sorted { $0.email < $1.email }.map(\.line)
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
