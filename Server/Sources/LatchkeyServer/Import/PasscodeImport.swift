import LatchkeyAPI

/// Takes passcodes over from requirement 01's form: all of a file in one transaction, or nothing.
struct PasscodeImport: Sendable {
    let store: any Store
    let clock: any WallClock
    let records: PasscodeRecords
    let hasher: Argon2idHasher
    let workers: KDFWorkers
    let activity: ActivityLog

    /// Adds accounts where there are none. The passcode is on, as if it had been set: the account's sessions end, and
    /// its owner gets a notice.
    ///
    /// - Throws: ``PasscodeImportError`` when an account has a passcode already.
    func run(_ entries: [PasscodeFile.Entry]) async throws {
        // Before the work of hashing, and again with the database to ourselves.
        try await store.read { try Self.refuseKnown(entries, in: $0) }
        let hashes = try await hash(entries)
        try await store.write { [self] repositories in
            try Self.refuseKnown(entries, in: repositories)
            for (entry, hash) in zip(entries, hashes) { try add(entry, hash, in: repositories) }
        }
    }

    private static func refuseKnown(_ entries: [PasscodeFile.Entry], in repositories: Repositories) throws {
        let known = try entries.filter { try repositories.accounts.find(email: $0.email)?.hasPasscode ?? false }
        guard known.isEmpty else {
            throw PasscodeImportError.refused(
                known.map { .init(line: $0.line, reason: "the account has a passcode already") })
        }
    }

    private func hash(_ entries: [PasscodeFile.Entry]) async throws -> [PasscodeHash] {
        try await withThrowingTaskGroup(of: (Int, PasscodeHash).self) { group in
            for (index, entry) in entries.enumerated() {
                group.addTask { [hasher, salt = records.makeSalt()] in
                    (index, try await workers.permit().run { try hasher.hash(entry.digest, salt: salt) })
                }
            }
            let all = try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            return entries.indices.compactMap { all[$0] }
        }
    }

    private func add(_ entry: PasscodeFile.Entry, _ hash: PasscodeHash, in repositories: Repositories) throws {
        let now = clock.now()
        let known = try repositories.accounts.find(email: entry.email)
        var account = known ?? Account(id: HexText.encode(records.random.bytes(16)), email: entry.email, createdAt: now)
        if known == nil { try repositories.accounts.insert(account) }
        try records.setHash(hash, of: &account)
        account.passcodeEnabled = true
        account.passcodeVersion += 1
        try repositories.accounts.update(account)
        try repositories.endSessions(of: account)
        try activity.record(
            .passcodeSet, of: account, device: nil, client: ClientInfo(ip: nil), in: repositories, at: now)
    }
}
