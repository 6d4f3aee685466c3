extension Transaction {
    /// Marks the address of an account as one that gets no mails; does nothing for an address without an account.
    func noteMailTrouble(_ trouble: MailTrouble, of email: String, at time: Timestamp) throws {
        guard var account = try accounts.find(email: email) else { return }
        account.mailTrouble = trouble
        account.mailTroubleSince = time
        try accounts.update(account)
    }

    /// Notes that the mail service took a mail to the address. That clears an earlier refusal, but no bounce: bounces
    /// come after a mail was taken.
    func noteMailTaken(by email: String) throws {
        try endMailTrouble(of: email) { account in account.mailTrouble == .refused }
    }

    /// Notes that someone used a link or code that was mailed at `time`: mails since then arrive.
    func noteMailUsed(by email: String, mailedAt time: Timestamp) throws {
        try endMailTrouble(of: email) { account in (account.mailTroubleSince ?? time) <= time }
    }

    /// Applies what the mail service reports. A complaint outlives deliveries: only the owner clears it, by using a
    /// later mail.
    func note(_ report: AddressReport) throws {
        // A clock that is ahead must not make a mark outlive later events here.
        let time = min(report.at ?? now, now)
        switch report.kind {
        case .trouble(let trouble):
            try noteMailTrouble(trouble, of: report.email, at: time)
        case .delivered:
            try endMailTrouble(of: report.email) { account in
                account.mailTrouble != .complained && (account.mailTroubleSince ?? time) < time
            }
        }
    }

    private func endMailTrouble(of email: String, where isOver: (Account) -> Bool) throws {
        guard var account = try accounts.find(email: email), account.mailTrouble != nil, isOver(account) else { return }
        account.mailTrouble = nil
        account.mailTroubleSince = nil
        try accounts.update(account)
    }
}
