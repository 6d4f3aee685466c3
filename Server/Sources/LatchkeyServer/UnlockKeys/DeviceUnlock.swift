import LatchkeyAPI

/// The evaluations that open devices' vaults: the server counts ten, then destroys its share (V19).
///
/// The order is that of ``PasscodeVerifier``: wait for a permit, count the attempt and commit it, evaluate. The key is
/// read again before the response. The device finishes the attempt; a crash in between leaves it counted.
struct DeviceUnlock: Sendable {
    let store: any Store
    let workers: KDFWorkers
    let records: UnlockKeyRecords
    let activity: ActivityLog
    let metrics: ServerMetrics

    /// The result of an evaluation, and the state of the key if the passcode was wrong.
    struct Result {
        let evaluation: [UInt8]
        let attemptsRemaining: Int
        let wait: Duration
    }

    /// The slot token and attempt of a request.
    struct Attempt {
        let tokenDigest: String
        let id: String
    }

    /// Evaluates the input, and counts the attempt. The latest attempt can be repeated with the same input.
    func evaluate(_ input: BlindedInput, in attempt: Attempt, client: ClientInfo) async throws -> Result {
        let digest = SessionTokenDigest.of(HexText.encode(input.bytes))
        // Before the permit, because a rejection precedes an overload.
        let accountID = try await store.read { transaction in
            var (key, account) = try transaction.unlockKey(attempt.tokenDigest)
            // A delay to restart is stored first.
            if !key.noteClock(transaction.now) {
                _ = try key.evaluation(of: attempt.id, digest, for: account, at: transaction.now)
            }
            return account.id
        }
        let permit = try await workers.permit()
        let (share, key) = try await store.writeEvenIfRejected(on: .account(accountID), as: .reservation) {
            [self] in try count(attempt, digest, client, in: $0)
        }
        let evaluation = try await permit.run { try share.evaluate(input) }
        // The device may have been shut meanwhile, or its passcode changed.
        try await store.read { transaction in
            let (key, account) = try transaction.unlockKey(attempt.tokenDigest)
            try key.requireUsable(for: account)
        }
        return Result(evaluation: evaluation, attemptsRemaining: key.attemptsRemaining, wait: key.wait)
    }

    /// Clears the count after the device has opened its vault, and deletes the device's earlier keys.
    ///
    /// - Parameter tagDigest: The digest of the proof that the vault was opened.
    func finish(_ attempt: Attempt, tagDigest: String, client: ClientInfo) async throws {
        let accountID = try await store.read { try $0.unlockKey(attempt.tokenDigest).account.id }
        try await store.writeEvenIfRejected(on: .account(accountID), as: .settlement) { [self] transaction in
            var (key, account) = try transaction.unlockKey(attempt.tokenDigest)
            try key.requireUsable(for: account)
            if key.isSpent(at: transaction.now) { throw try destroy(key, of: account, client, in: transaction) }
            guard key.attemptID == attempt.id else { throw Problem(.attemptConflict) }
            // Digests: their comparison reveals nothing about the tag.
            guard key.tagDigest == tagDigest else { throw Problem(.invalidCode) }
            if key.failures > 1 {
                try activity.record(
                    .unlockedAfterFailures, of: account, device: key.deviceName, client: client, in: transaction)
            }
            // Also if it is unreadable.
            if let replaced = key.replaces { try transaction.unlockKeys.delete(id: replaced) }
            // Another process of the device may have registered one at the same time.
            let keys = try transaction.unlockKeys.list(accountID: account.id).compactMap(\.value)
            for other in keys.superseded(by: key) { try transaction.unlockKeys.delete(id: other.id) }
            key.succeed(at: transaction.now)
            try transaction.unlockKeys.update(key)
            transaction.afterCommit { [metrics] in metrics.deviceUnlocks.count(.finished) }
        }
    }

    /// Destroys a key whose last possible attempt was not finished in time.
    func destroyIfSpent(_ id: String, of accountID: String) async throws {
        try await store.write(on: .account(accountID)) { [self] transaction in
            guard let key = try transaction.unlockKeys.find(id: id), !key.isShut, key.isSpent(at: transaction.now),
                let account = try transaction.accounts.find(id: accountID)
            else { return }
            _ = try destroy(key, of: account, ClientInfo(ip: nil), in: transaction)
        }
    }

    /// Returns the private key, and the key's row after the attempt.
    private func count(
        _ attempt: Attempt, _ inputDigest: String, _ client: ClientInfo, in transaction: Transaction
    ) throws -> (EvaluationKey, UnlockKey) {
        var (key, account) = try transaction.unlockKey(attempt.tokenDigest)
        if key.noteClock(transaction.now) { try transaction.unlockKeys.update(key) }
        let evaluation = try key.evaluation(of: attempt.id, inputDigest, for: account, at: transaction.now)
        if evaluation == .spent { throw try destroy(key, of: account, client, in: transaction) }
        // Before the count: a damaged key costs no attempt.
        guard let share = try records.key(of: key) else { throw Problem(.deviceShut) }
        if evaluation == .counted {
            if key.failures > 0 {
                // The device tries again because the previous attempt failed.
                try activity.record(
                    .passcodeFailed, of: account, device: key.deviceName, client: client, in: transaction)
            }
            key.count(attempt.id, inputDigest, at: transaction.now)
            try transaction.unlockKeys.update(key)
        }
        transaction.afterCommit { [metrics] in
            metrics.deviceUnlocks.count(evaluation == .counted ? .evaluated : .repeated)
        }
        return (share, key)
    }

    /// Destroys the key and its device's earlier ones, which only copies of the vault contain. Returns the problem to
    /// throw.
    private func destroy(
        _ key: UnlockKey, of account: Account, _ client: ClientInfo, in transaction: Transaction
    ) throws -> Problem {
        try transaction.unlockKeys.destroy(id: key.id)
        // Also if it is unreadable.
        if let replaced = key.replaces { try transaction.unlockKeys.destroy(id: replaced) }
        let keys = try transaction.unlockKeys.list(accountID: account.id).compactMap(\.value)
        for earlier in keys.superseded(by: key) { try transaction.unlockKeys.destroy(id: earlier.id) }
        try activity.record(.deviceShut, of: account, device: key.deviceName, client: client, in: transaction)
        transaction.afterCommit { [metrics] in metrics.blocks.count(.device) }
        return Problem(.deviceShut)
    }
}

extension Transaction {
    /// Returns the key of a slot token and its account. Throws `unauthenticated` if there is none.
    fileprivate func unlockKey(_ tokenDigest: String) throws -> (key: UnlockKey, account: Account) {
        guard let key = try unlockKeys.find(tokenDigest: tokenDigest),
            let account = try accounts.find(id: key.accountID)
        else { throw Problem(.unauthenticated) }
        return (key, account)
    }
}
