/// Encrypts all that is sealed again under the first key, while servers go on working.
///
/// It goes from record to record in short transactions, and skips those that are done: started again after it was
/// killed, it continues. The row that tells at the start which keys are needed comes last.
struct KeyRewrap: Sendable {
    static let batch = 50
    /// The pause between two transactions, so that servers can write.
    static let pause: Duration = .milliseconds(20)

    struct Report: Sendable, Equatable {
        var resealed = 0
        /// The accounts and mails whose records no configured key opens; they are left as they are.
        var unreadable: [String] = []
    }

    let store: any Store
    let sealer: Sealer
    let records: PasscodeRecords

    func run() async throws -> Report {
        var report = Report()
        try await inBatches(store.read { try $0.accounts.ids() }, of: "account", into: &report, reseal(account:in:))
        try await inBatches(store.read { try $0.outbox.ids() }, of: "mail", into: &report, reseal(mail:in:))
        try await KeyCheck(store: store).reseal(sealer)
        return report
    }

    private func reseal(account id: String, in transaction: Transaction) throws -> Bool {
        guard var account = try transaction.accounts.find(id: id), try records.reseal(&account) else { return false }
        try transaction.accounts.update(account)
        return true
    }

    private func reseal(mail id: String, in transaction: Transaction) throws -> Bool {
        guard let sealed = try transaction.outbox.sealedMessage(id: id),
            let message = try sealer.resealed(sealed, for: .mailBody, context: id)
        else { return false }
        try transaction.outbox.reseal(id: id, message)
        return true
    }

    /// Runs `reseal` for all of them, in one transaction for each batch. It returns whether the record was under
    /// another key.
    private func inBatches(
        _ ids: [String], of kind: String, into report: inout Report,
        _ reseal: @escaping @Sendable (String, Transaction) throws -> Bool
    ) async throws {
        for start in stride(from: 0, to: ids.count, by: Self.batch) {
            let batch = ids[start..<min(start + Self.batch, ids.count)]
            let before = report
            report = try await store.write(as: .background) { transaction in
                var after = before
                for id in batch {
                    do {
                        if try reseal(id, transaction) { after.resealed += 1 }
                    } catch  where error is SealError || error is UnreadableRowError {
                        after.unreadable.append("\(kind) \(id)")
                    }
                }
                return after
            }
            try await Task.sleep(for: Self.pause)
        }
    }
}
