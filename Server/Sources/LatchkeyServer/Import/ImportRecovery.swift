import LatchkeyAPI

/// The completion of decided imports, and the cleanup of abandoned ones, in short transactions. Safe to run
/// concurrently. A passcode that cannot be stored in its account is quarantined, and stays staged (V15).
struct ImportRecovery: Sendable {
    /// The number of staged passcodes per transaction.
    static let batchSize = 50
    /// Time after which a server considers a staging import abandoned.
    static let stagingTime: Duration = .hours(1)

    private enum Step {
        case more, ended(ImportState), none
    }

    /// An error for a staged passcode that cannot be stored in its account.
    private struct UnreadablePasscodeError: Error {
        let key: String
    }

    let store: any Store
    let records: PasscodeRecordSealer
    let activity: ActivityLog
    let unreadable: UnreadableRows

    /// Abandons imports that are staging, and completes the others. Returns whether a decided one was completed.
    ///
    /// - Parameter time: Imports that started within this time may continue staging.
    func run(keepingStagingFor time: Duration? = nil) async throws -> Bool {
        let ids = try await store.read { try $0.imports.ids() }
        guard !ids.isEmpty else { return false }
        try await store.write(on: .rows, as: .background) { transaction in
            let now = transaction.now
            try transaction.imports.abandonStaging(exceptSince: time.map { now - $0...now })
        }
        var isCompleted = false
        for id in ids {
            if try await end(id) == .decided { isCompleted = true }
        }
        return isCompleted
    }

    /// Returns the state in which the import ended; nil if it continues.
    private func end(_ id: String) async throws -> ImportState? {
        while true {
            do {
                switch try await step(id) {
                case .more: continue
                case .ended(let state): return state
                case .none: return nil
                }
            } catch let error as UnreadablePasscodeError {
                // Skips the row, unless too many are quarantined.
                guard unreadable.quarantine(error.key, in: .stagedPasscodes) else { return nil }
            }
        }
    }

    private func step(_ id: String) async throws -> Step {
        let next = try await store.read { [unreadable] transaction in
            try transaction.imports.staged(
                importID: id, limit: Self.batchSize, except: unreadable.keys(in: .stagedPasscodes))
        }
        let addresses = WriteScope.addresses(next.compactMap(\.value?.email))
        return try await store.write(on: addresses, as: .background) { [self] in try step(id, in: $0) }
    }

    private func step(_ id: String, in transaction: Transaction) throws -> Step {
        guard let state = try transaction.imports.state(id: id), state != .staging else { return .none }
        // An abandoned import deletes all staged rows, including damaged ones.
        let quarantined = state == .decided ? unreadable.keys(in: .stagedPasscodes) : []
        let batch = try transaction.imports.staged(importID: id, limit: Self.batchSize, except: quarantined)
        guard !batch.isEmpty else {
            guard try transaction.imports.staged(importID: id, limit: 1, except: []).isEmpty else { return .none }
            try transaction.imports.delete(id: id)
            return .ended(state)
        }
        // Another process may have handled these rows; continue with the next.
        for row in batch where row.value.map({ transaction.covers($0.email) }) ?? true {
            if state == .decided { try give(row, in: transaction) }
            try transaction.imports.unstage(key: row.key)
        }
        return .more
    }

    private func give(_ row: StoredRow<StagedPasscode>, in transaction: Transaction) throws {
        do {
            guard let passcode = row.value else { throw UnreadablePasscodeError(key: row.key) }
            try give(records.hash(of: passcode), to: passcode.email, in: transaction)
        } catch  where error is InvalidRowError || error is SealError || error is PasscodeHashError {
            throw UnreadablePasscodeError(key: row.key)
        }
    }

    private func give(_ hash: PasscodeHash, to email: String, in transaction: Transaction) throws {
        let known = try transaction.accounts.find(email: email)
        // The owner has set a passcode since the decision.
        if known?.hasPasscode == true { return }
        var account = known ?? Account(id: records.random.makeID(), email: email, createdAt: transaction.now)
        if known == nil { try transaction.accounts.insert(account) }
        try records.setHash(hash, of: &account)
        account.passcodeEnabled = true
        account.changePasscodeVersion()
        try transaction.accounts.update(account)
        try transaction.sessions.deleteAll(accountID: account.id, except: nil)
        try activity.record(
            .passcodeSet, of: account, device: nil, client: ClientInfo(ip: nil), in: transaction)
        try transaction.administration.insert(
            AdministrationEntry(
                at: transaction.now, act: .passcodeImported, author: .operator, actorID: nil, actorEmail: nil,
                accountID: account.id, accountEmail: account.email, deviceName: nil, ip: nil))
    }
}
