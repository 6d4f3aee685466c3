/// The cleanup of a restored database, from a backup or after a failover.
///
/// Ends all sessions and all emailed links and codes, because ended sessions and used links must not become valid again
/// (V5, V6). Keeps "this wasn't me" links, and notices that may not have been sent.
struct RestoredData {
    struct Report: Equatable, Sendable {
        var accounts: Int
        let endedSessions: Int
        /// Devices that the server opens, including those that were shut since the backup.
        var devices: [Device] = []
        /// Accounts that cannot be read. They are restored unchanged, and grant no access.
        var unreadable: [String]
    }

    /// A device that the server opens.
    struct Device: Equatable, Sendable {
        let account: String
        let report: DeviceReport
    }

    /// Whether each passcode must be reset by email and each device is shut, because later changes and blocks are lost.
    let requiresReset: Bool

    func endAll(in transaction: Transaction) throws -> Report {
        let ended = try transaction.sessions.deleteAll()
        for purpose in [EmailPurpose.signIn, .reset] {
            // Deletes emails first, which are found by their tokens.
            try transaction.outbox.deleteAll(purpose: purpose)
            try transaction.oneTimeTokens.deleteAll(purpose: purpose)
        }
        // Imports would add passcodes that do not require a reset.
        if requiresReset {
            try transaction.imports.abandonAll()
            try transaction.unlockKeys.destroyAll()
        }
        let keys = try keys(in: transaction)
        var report = Report(accounts: 0, endedSessions: ended, unreadable: [])
        var end: String?
        repeat {
            let page = try transaction.accounts.page(after: end, limit: 100)
            for row in page.rows {
                report.accounts += 1
                guard let account = row.value else {
                    report.unreadable.append(row.key)
                    continue
                }
                if requiresReset { try requireReset(of: account, in: transaction) }
                report.devices += (keys[account.id] ?? []).devices(of: account).map { key in
                    Device(account: account.email, report: DeviceReport(key))
                }
            }
            end = page.next
        } while end != nil
        return report
    }

    /// Messages for the operator.
    func lines(about report: Report) -> [String] {
        [
            "\(report.accounts) accounts restored",
            "\(report.endedSessions) sessions ended; all users must sign in again",
        ]
            + report.unreadable.map { "account \($0) cannot be read, and grants no access" }
            + (report.devices.isEmpty
                ? [] : ["devices that open with the server again; shut lost ones, or use --require-reset:"])
            + report.devices.map { "\($0.account)\t\($0.report)" }
            + (requiresReset ? ["each passcode must be reset by email"] : [])
    }

    /// Returns the keys of each account, oldest first.
    private func keys(in transaction: Transaction) throws -> [String: [UnlockKey]] {
        var keys: [UnlockKey] = []
        var end: String?
        repeat {
            let page = try transaction.unlockKeys.page(after: end, limit: 100)
            keys += page.rows.compactMap(\.value)
            end = page.next
        } while end != nil
        return Dictionary(grouping: keys.sorted { $0.createdAt < $1.createdAt }, by: \.accountID)
    }

    private func requireReset(of account: Account, in transaction: Transaction) throws {
        guard account.hasPasscode else { return }
        var account = account
        account.requireReset()
        try transaction.accounts.update(account)
    }
}
