extension Transaction {
    /// Sets the delivery status of an account's address, if there is an account.
    func noteDeliveryStatus(_ status: DeliveryStatus, of email: String, at time: Timestamp) throws {
        guard var account = try accounts.find(email: email) else { return }
        account.deliveryStatus = status
        account.deliveryStatusSince = time
        try accounts.update(account)
    }

    /// Clears a rejection after the email service accepted an email. Does not clear a bounce, which follows acceptance.
    func noteEmailAccepted(by email: String) throws {
        try clearDeliveryStatus(of: email) { account in account.deliveryStatus == .rejected }
    }

    /// Clears the status after a link or code from an email of `time` was used: later emails arrive.
    func noteEmailUsed(by email: String, sentAt time: Timestamp) throws {
        try clearDeliveryStatus(of: email) { account in (account.deliveryStatusSince ?? time) <= time }
    }

    /// Applies a report of the email service. A complaint outlives deliveries; only the owner clears it, by using a
    /// later email.
    func note(_ report: AddressReport) throws {
        // A clock that is ahead must not make a status outlive later events.
        let time = min(report.at ?? now, now)
        switch report.kind {
        case .status(let status):
            try noteDeliveryStatus(status, of: report.email, at: time)
        case .delivered:
            try clearDeliveryStatus(of: report.email) { account in
                account.deliveryStatus != .complained && (account.deliveryStatusSince ?? time) < time
            }
        }
    }

    private func clearDeliveryStatus(of email: String, where isOver: (Account) -> Bool) throws {
        guard var account = try accounts.find(email: email), account.deliveryStatus != nil, isOver(account) else {
            return
        }
        account.deliveryStatus = nil
        account.deliveryStatusSince = nil
        try accounts.update(account)
    }
}
