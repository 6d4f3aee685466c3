/// The encryption of all sealed records with the first key, while servers run.
///
/// It processes records in short transactions and skips finished ones, so that it continues after an interruption. The
/// record of ``KeyCheck`` is last.
struct KeyRewrap: Sendable {
    /// The number of records per transaction: few enough for slow statements, and for passcode verifications to wait
    /// only briefly.
    static let batch = 10
    /// Pause between transactions, so that servers can write.
    static let pause: Duration = .milliseconds(20)

    struct Report: Sendable, Equatable {
        var resealed = 0
        /// Accounts, passkeys, unlock keys and emails whose records no key can decrypt. They are unchanged.
        var unreadable: [String] = []
    }

    let store: any Store
    let sealer: Sealer
    let records: PasscodeRecordSealer

    func run() async throws -> Report {
        var report = Report()
        try await inBatches(of: "account", on: WriteScope.accounts, into: &report, reseal(account:in:)) {
            transaction, end in
            let page = try transaction.accounts.page(after: end, limit: Self.batch)
            return RowPage(rows: page.rows.map(\.key), next: page.next)
        }
        try await inBatches(of: "passkey", on: { _ in .rows }, into: &report, reseal(passkey:in:)) {
            transaction, end in
            try transaction.passkeys.ids(after: end, limit: Self.batch)
        }
        try await inBatches(of: "unlock key", on: { _ in .rows }, into: &report, reseal(unlockKey:in:)) {
            transaction, end in
            try transaction.unlockKeys.ids(after: end, limit: Self.batch)
        }
        try await inBatches(of: "email", on: { _ in .rows }, into: &report, reseal(email:in:)) { transaction, end in
            try transaction.outbox.ids(after: end, limit: Self.batch)
        }
        try await KeyCheck(store: store).reseal(sealer)
        return report
    }

    private func reseal(account id: String, in transaction: Transaction) throws -> Bool {
        guard var account = try transaction.accounts.find(id: id), try records.reseal(&account) else { return false }
        try transaction.accounts.update(account)
        return true
    }

    private func reseal(passkey id: String, in transaction: Transaction) throws -> Bool {
        guard let passkey = try transaction.passkeys.find(id: id),
            let key = try sealer.resealed(passkey.publicKey, for: .passkey, context: passkey.keyContext)
        else { return false }
        try transaction.passkeys.reseal(id: id, key)
        return true
    }

    private func reseal(unlockKey id: String, in transaction: Transaction) throws -> Bool {
        guard let key = try transaction.unlockKeys.find(id: id), let old = key.privateKey,
            let new = try sealer.resealed(old, for: .unlockKey, context: key.keyContext)
        else { return false }
        try transaction.unlockKeys.reseal(id: id, old, to: new)
        return true
    }

    private func reseal(email id: String, in transaction: Transaction) throws -> Bool {
        guard let sealed = try transaction.outbox.sealedMessage(id: id),
            let message = try sealer.resealed(sealed, for: .emailBody, context: id)
        else { return false }
        try transaction.outbox.reseal(id: id, message)
        return true
    }

    /// Calls `reseal` for each ID, in one transaction per page. It returns whether the record had another key.
    private func inBatches(
        of kind: String, on scope: ([String]) -> WriteScope, into report: inout Report,
        _ reseal: @escaping @Sendable (String, Transaction) throws -> Bool,
        page: @escaping @Sendable (Transaction, String?) throws -> RowPage<String>
    ) async throws {
        var end: String?
        repeat {
            let batch = try await store.read { [end] in try page($0, end) }
            report = try await store.write(on: scope(batch.rows), as: .background) { [report] transaction in
                var after = report
                for id in batch.rows {
                    do {
                        if try reseal(id, transaction) { after.resealed += 1 }
                    } catch  where error is SealError || error is InvalidRowError {
                        after.unreadable.append("\(kind) \(id)")
                    }
                }
                return after
            }
            end = batch.next
            try await Task.sleep(for: Self.pause)
        } while end != nil
    }
}
