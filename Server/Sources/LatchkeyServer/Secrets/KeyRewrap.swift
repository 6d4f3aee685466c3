/// Encrypts all that is sealed anew under the first key, while servers go on working.
///
/// It goes from record to record in short transactions, and skips what is done: started again after it was killed, it
/// goes on where it was. The row that tells at the start which keys are needed comes last.
struct KeyRewrap: Sendable {
    static let batch = 50
    /// Between two transactions, so that whoever waits for the database gets a turn.
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
        try await forEachBatch(into: &report, accounts)
        try await forEachBatch(into: &report, mails)
        try await KeyCheck(store: store).reseal(sealer)
        return report
    }

    private func accounts(after id: String, in repositories: Repositories, _ report: inout Report) throws -> String? {
        let accounts = try repositories.accounts.page(after: id, limit: Self.batch)
        for var account in accounts {
            do {
                guard try records.reseal(&account) else { continue }
                try repositories.accounts.update(account)
                report.resealed += 1
            } catch is SealError {
                report.unreadable.append("account \(account.id)")
            }
        }
        return accounts.last?.id
    }

    private func mails(after id: String, in repositories: Repositories, _ report: inout Report) throws -> String? {
        let mails = try repositories.outbox.page(after: id, limit: Self.batch)
        for mail in mails {
            do {
                let message = try sealer.resealed(mail.sealedMessage, for: .mailBody, context: mail.id)
                guard let message else { continue }
                try repositories.outbox.reseal(id: mail.id, message)
                report.resealed += 1
            } catch is SealError {
                report.unreadable.append("mail \(mail.id)")
            }
        }
        return mails.last?.id
    }

    /// Repeats `body` in a transaction each, from the id that it returned last, until it returns nil.
    private func forEachBatch(
        into report: inout Report,
        _ body: @escaping @Sendable (String, Repositories, inout Report) throws -> String?
    ) async throws {
        var next: String? = ""
        while let id = next {
            let before = report
            (next, report) = try await store.write { repositories in
                var after = before
                return (try body(id, repositories, &after), after)
            }
            if next != nil { try await Task.sleep(for: Self.pause) }
        }
    }
}
