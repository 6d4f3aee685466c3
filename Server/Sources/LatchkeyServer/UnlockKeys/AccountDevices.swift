import LatchkeyAPI
import LatchkeyPasscode

/// The service that registers, confirms, lists and destroys unlock keys.
struct AccountDevices: Sendable {
    /// Maximum age of the passcode verification for registering a key: the device has just prompted for it.
    static let passcodeAge: Duration = .seconds(60)

    let store: any Store
    let random: any RandomSource
    let workers: KDFWorkers
    let verifier: PasscodeVerifier
    let records: UnlockKeyRecords
    let activity: ActivityLog
    let unreadable: UnreadableRows
    let rules: TeamRules

    /// A new key, as sent to its device.
    struct Registration {
        let key: UnlockKey
        let token: OpaqueToken
        let evaluation: [UInt8]
    }

    /// Generates a key, evaluates the device's first input and stores the key, pending.
    ///
    /// Deletes abandoned keys of the same device, and those that its current key has replaced.
    ///
    /// - Parameter replaced: The token digest of the device's current key. Only that device has the token, so no other
    ///   device can replace the key without a notice.
    func register(
        _ input: BlindedInput, replacing replaced: String?, by authentication: Authentication
    ) async throws -> Registration {
        try authentication.caller.demandPasscode(within: Self.passcodeAge)
        let permit = try await workers.permit()
        let (share, evaluation) = try await permit.run {
            let share = EvaluationKey.make()
            return (share, try share.evaluate(input))
        }
        let (id, token) = (random.makeID(), OpaqueToken.make(from: random))
        let key = try await store.write(on: authentication.credential.scope) { [self] transaction in
            var caller = try transaction.caller(authentication.credential, under: rules, for: .ready)
            try caller.demandPasscode(within: Self.passcodeAge)
            try transaction.useAllowance(of: &caller)
            var old = try replaced.flatMap { try transaction.unlockKeys.find(tokenDigest: $0) }
            if old?.accountID != caller.account.id { old = nil }
            try deleteUnused(of: caller, replacing: old, in: transaction)
            let key = UnlockKey(
                id: id, accountID: caller.account.id, sessionID: caller.session.id, replaces: old?.id,
                deviceName: caller.session.deviceName, tokenDigest: SessionTokenDigest.of(token.text),
                publicKey: .init(share.publicKey),
                privateKey: try records.seal(share, id: id, accountID: caller.account.id),
                passcodeVersion: caller.account.passcodeVersion, createdAt: transaction.now)
            try transaction.unlockKeys.insert(key)
            return key
        }
        return Registration(key: key, token: token, evaluation: evaluation)
    }

    /// Makes the key valid for attempts. May be repeated with the same tag.
    func confirm(_ id: String, tagDigest: String, by credential: Credential) async throws {
        try await store.write(on: credential.scope) { [rules] transaction in
            var caller = try transaction.caller(credential, under: rules, for: .ready)
            guard var key = try transaction.unlockKeys.find(id: id), key.accountID == caller.account.id, !key.isShut,
                !key.isPending || transaction.now - key.createdAt < UnlockKey.pendingLifetime
            else { throw Problem(.notFound) }
            guard key.passcodeVersion == caller.account.passcodeVersion else { throw Problem(.passcodeChanged) }
            guard key.isPending else {
                guard key.tagDigest == tagDigest else { throw Problem(.attemptConflict) }
                return
            }
            try transaction.useAllowance(of: &caller)
            key.tagDigest = tagDigest
            try transaction.unlockKeys.update(key)
        }
    }

    /// Returns one key for each device, oldest first.
    func list(of caller: Caller) async throws -> [UnlockKey] {
        let keys = try await store.read { [unreadable] in try unreadable.unlockKeys(of: caller.account.id, in: $0) }
        return keys.devices(of: caller.account)
    }

    /// Deletes the calling device's own key, which its vault no longer requires, and its others: the device registers
    /// the next one afterwards. Notifies no one, and records no activity: the cause, such as signing out or disabling
    /// the passcode, is recorded.
    ///
    /// - Parameter tokenDigest: The digest of the key's slot token, which only its device has.
    func remove(_ id: String, tokenDigest: String, by credential: Credential) async throws {
        try await store.write(on: credential.scope) { [self] transaction in
            let caller = try transaction.caller(credential, under: rules, for: .ready)
            let device = try unreadable.unlockKeys(of: caller.account.id, in: transaction).device(id)
            guard device.contains(where: { $0.id == id && $0.tokenDigest == tokenDigest }) else {
                throw Problem(.notFound)
            }
            for key in device { try transaction.unlockKeys.delete(id: key.id) }
        }
    }

    /// Destroys the key, and all others of its device. Requires the passcode.
    func shut(
        _ id: String, current: Passcode?, by authentication: Authentication, client: ClientInfo
    ) async throws {
        guard let current else {
            throw Problem.invalidRequest("/current_passcode", "The current passcode is required.")
        }
        try await verifier.check(current, for: .shutDevice, by: authentication, client: client) { [self] success in
            try shut(id, of: success.caller.account, client, in: success.transaction)
        }
    }

    private func shut(
        _ id: String, of account: Account, _ client: ClientInfo, in transaction: Transaction
    ) throws {
        let keys = try unreadable.unlockKeys(of: account.id, in: transaction)
        guard let key = try transaction.unlockKeys.shut(id, among: keys) else { throw Problem(.notFound) }
        try activity.record(.deviceShut, of: account, device: key.deviceName, client: client, in: transaction)
        transaction.afterCommit { [metrics = verifier.limiter.metrics] in metrics.blocks.count(.device) }
    }

    /// Deletes abandoned keys of the device, and old ones that open nothing.
    private func deleteUnused(of caller: Caller, replacing old: UnlockKey?, in transaction: Transaction) throws {
        let keys = try unreadable.unlockKeys(of: caller.account.id, in: transaction)
        // The device's vault has stored the old key: it has its slot token. Earlier ones must not outlive it.
        let superseded = old.map(keys.superseded(by:)) ?? []
        var live = keys.filter { !$0.isShut }
        for key in live where key.id != old?.id {
            let isOfDevice = key.sessionID == caller.session.id || (old != nil && key.replaces == old?.id)
            guard superseded.contains(key) || isOfDevice && key.isAbandoned(at: transaction.now) else { continue }
            try transaction.unlockKeys.delete(id: key.id)
            live.removeAll { $0.id == key.id }
        }
        // A replaced key is not an additional device.
        let others = live.count { $0.id != old?.id && $0.isUsable(for: caller.account) }
        guard others < UnlockKey.maximumCount else { throw Problem(.tooManyDevices) }
        try transaction.unlockKeys.deleteUnusable(
            accountID: caller.account.id, passcodeVersion: caller.account.passcodeVersion,
            keeping: UnlockKey.maximumCount)
    }
}
