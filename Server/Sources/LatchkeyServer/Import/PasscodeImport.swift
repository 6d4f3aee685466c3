/// An atomic import of passcodes in the format of `PasscodeFile`, in short transactions. The only exception is an
/// account that is damaged after the decision: its passcode stays staged until the account can be read.
///
/// Passcodes are staged in batches without effect. One transaction decides the import, and ``ImportRecovery`` stores
/// them in their accounts. An import that is killed before the decision has no effect; after it, the next sweep
/// completes the import.
struct PasscodeImport: Sendable {
    /// The number of passcodes per batch, hashed and staged together.
    static let batchSize = 100

    let store: any Store
    let hasher: Argon2idHasher
    let workers: KDFWorkers
    let recovery: ImportRecovery

    /// Imports passcodes, and adds missing accounts. The passcode is enabled: sessions end, and the owner is notified.
    ///
    /// - Throws: ``PasscodeImportError`` if an account already has a passcode or cannot be read, or not every passcode
    ///   could be stored. Also if an interrupted import was completed first, or another has started.
    func run(_ entries: [PasscodeFile.Entry]) async throws {
        if try await recovery.run() { throw PasscodeImportError.completedEarlier }
        // Checked before hashing, and again before the decision.
        try await rejectKnown(entries)
        let hashes = try await hash(entries)
        let id = recovery.records.random.makeID()
        try await store.write(on: .rows) { try $0.imports.insert(id: id, at: $0.now) }
        try await stage(zip(entries, hashes).map { try staged($0, $1, importID: id) })
        try await rejectKnown(entries)
        guard try await store.write(on: .rows, { try $0.imports.decide(id: id) }) else {
            throw PasscodeImportError.superseded
        }
        do {
            _ = try await recovery.run(keepingStagingFor: ImportRecovery.stagingTime)
        } catch let error as StoreError {
            throw PasscodeImportError.decided(error.description)
        }
        try await rejectWaiting(entries, importID: id)
    }

    /// Throws if quarantined passcodes of the import are still staged.
    private func rejectWaiting(_ entries: [PasscodeFile.Entry], importID: String) async throws {
        let rows = try await store.read { try $0.imports.staged(importID: importID, limit: entries.count, except: []) }
        guard !rows.isEmpty else { return }
        let emails = Set(rows.compactMap(\.value?.email))
        throw PasscodeImportError.incomplete(
            given: entries.count - rows.count,
            entries.filter { emails.contains($0.email) }.map {
                .init(line: $0.line, reason: "the passcode cannot be stored, because a row cannot be read")
            })
    }

    private func rejectKnown(_ entries: [PasscodeFile.Entry]) async throws {
        let rejections = try await store.read { transaction in
            try entries.compactMap { entry in
                try Self.rejection(of: entry.email, in: transaction).map {
                    PasscodeImportError.Rejection(line: entry.line, reason: $0)
                }
            }
        }
        guard rejections.isEmpty else { throw PasscodeImportError.rejected(rejections) }
    }

    private static func rejection(of email: String, in transaction: Transaction) throws -> String? {
        do {
            let account = try transaction.accounts.find(email: email)
            return account?.hasPasscode == true ? "the account already has a passcode" : nil
        } catch is InvalidRowError {
            return "the account cannot be read"
        }
    }

    /// Hashes batch by batch: one task per line of a large file would use too much memory.
    private func hash(_ entries: [PasscodeFile.Entry]) async throws -> [PasscodeHash] {
        var hashes: [PasscodeHash] = []
        for batch in entries.batches(of: Self.batchSize) {
            hashes += try await withThrowingTaskGroup(of: (Int, PasscodeHash).self) { group in
                for (index, entry) in zip(batch.indices, batch) {
                    group.addTask { [hasher, workers, salt = recovery.records.makeSalt()] in
                        (index, try await workers.permit().run { try hasher.hash(entry.digest, salt: salt) })
                    }
                }
                let all = try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                return batch.indices.compactMap { all[$0] }
            }
        }
        return hashes
    }

    private func staged(
        _ entry: PasscodeFile.Entry, _ hash: PasscodeHash, importID: String
    ) throws -> StagedPasscode {
        let context = StagedPasscode.context(importID: importID, email: entry.email)
        return StagedPasscode(
            importID: importID, email: entry.email,
            passcodeHash: try recovery.records.sealer.seal(
                Array(hash.text.utf8), for: .passcodeHash, context: context))
    }

    private func stage(_ passcodes: [StagedPasscode]) async throws {
        for batch in passcodes.batches(of: Self.batchSize) {
            try await store.write(on: .rows, as: .background) { transaction in
                for passcode in batch where try !transaction.imports.stage(passcode) {
                    throw PasscodeImportError.superseded
                }
            }
        }
    }
}

extension Array {
    fileprivate func batches(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
