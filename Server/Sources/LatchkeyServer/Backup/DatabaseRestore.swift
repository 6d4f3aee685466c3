import Foundation

/// Restores a backup in the place of a database that is gone.
///
/// All sessions, and all mailed links and codes, are ended: a session that has ended since the backup, or a link that
/// was used, must not become valid again (V5, V6). What depends on the mailbox alone is kept: "this wasn't me" links,
/// and notices that may not have been sent.
struct DatabaseRestore {
    struct Report: Equatable, Sendable {
        var accounts: Int
        let endedSessions: Int
        /// The accounts that cannot be read. They are restored as they were, and open nothing.
        var unreadable: [String]
    }

    let random: any RandomSource
    let clock: any WallClock
    /// Whether each passcode must be reset by mail: passcodes changed or blocked since the backup are restored as well.
    let requiresReset: Bool

    /// - Parameter verify: Throws if the secret keys are not those of the database.
    func run(
        from backup: String, to path: String, verify: (SQLiteStore) async throws -> Void
    ) async throws -> Report {
        // SQLite would apply a log of another database to this one.
        for leftover in [path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: leftover) {
            throw BackupError.inTheWay(leftover)
        }
        let file = try NewFile(path, id: random.bytes(8))
        defer { file.discard() }
        try copyBytes(of: backup, to: file)
        let report: Report
        do {
            let store = try await open(file)
            try await verify(store)
            report = try await store.write(on: .all) { [self] transaction in try endAll(in: transaction) }
            // Only the file is published, without a log.
            try await store.emptyLog()
            try store.close()
        } catch StoreError.unavailable(let code) {
            throw StoreError.isOfTheDisk(code)
                ? BackupError.notWritten(path, reason: code) : BackupError.damaged(backup)
        }
        try file.publish()
        return report
    }

    private func copyBytes(of backup: String, to file: NewFile) throws {
        guard let source = FileHandle(forReadingAtPath: backup) else { throw BackupError.unreadable(backup) }
        defer { try? source.close() }
        guard let target = FileHandle(forWritingAtPath: file.draft) else {
            throw BackupError.notWritten(file.path, reason: "its draft cannot be opened")
        }
        defer { try? target.close() }
        while true {
            let chunk: Data?
            // A folder can be opened, but not read.
            do { chunk = try source.read(upToCount: 1 << 20) } catch { throw BackupError.unreadable(backup) }
            guard let chunk, !chunk.isEmpty else { return }
            do { try target.write(contentsOf: chunk) } catch {
                throw BackupError.notWritten(file.path, reason: error.localizedDescription)
            }
        }
    }

    private func open(_ file: NewFile) async throws -> SQLiteStore {
        let store = try SQLiteStore(path: file.draft, clock: clock)
        guard try await store.isSound() else { throw StoreError.unavailable(code: "unsound") }
        // The database of another program has no such table. Ours has no row in it until a server has used its keys.
        _ = try await KeyCheck(store: store).isKeyed()
        try store.migrate()
        return store
    }

    private func endAll(in transaction: Transaction) throws -> Report {
        let ended = try transaction.sessions.count(at: transaction.now)
        try transaction.sessions.deleteAll()
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

    private func requireReset(of account: Account, in transaction: Transaction) throws {
        guard account.hasPasscode else { return }
        var account = account
        account.requireReset()
        try transaction.accounts.update(account)
    }
}
