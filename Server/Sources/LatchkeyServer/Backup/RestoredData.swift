/// Ends what must not be valid again in a database that is an older one: a backup, or what a failover has left.
///
/// All sessions, and all mailed links and codes, are ended: a session that has ended since, or a link that was used,
/// must not become valid again (V5, V6). What depends on the mailbox alone is kept: "this wasn't me" links, and notices
/// that may not have been sent.
struct RestoredData {
    struct Report: Equatable, Sendable {
        var accounts: Int
        let endedSessions: Int
        /// The accounts that cannot be read. They are restored as they were, and open nothing.
        var unreadable: [String]
    }

    /// Whether each passcode must be reset by mail: passcodes changed or blocked since are restored as well.
    let requiresReset: Bool

    func endAll(in transaction: Transaction) throws -> Report {
        let ended = try transaction.sessions.deleteAll()
        for purpose in [MailPurpose.signIn, .reset] {
            // The mails first: they are found by their tokens.
            try transaction.outbox.deleteAll(purpose: purpose)
            try transaction.oneTimeTokens.deleteAll(purpose: purpose)
        }
        // Imports would bring passcodes that need no reset.
        if requiresReset { try transaction.imports.abandonAll() }
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
            }
            end = page.next
        } while end != nil
        return report
    }

    /// What an operator should know.
    func lines(about report: Report) -> [String] {
        ["\(report.accounts) accounts are back", "\(report.endedSessions) sessions were ended: all sign in again"]
            + report.unreadable.map { "account \($0) cannot be read, and opens nothing" }
            + (requiresReset ? ["each passcode must be reset by mail"] : [])
    }

    private func requireReset(of account: Account, in transaction: Transaction) throws {
        guard account.hasPasscode else { return }
        var account = account
        account.requireReset()
        try transaction.accounts.update(account)
    }
}
