import LatchkeyAPI

/// The log of account events. Notifies owners by email (V14).
struct ActivityLog: Sendable {
    let unreadable: UnreadableRows

    /// Records the event, and notifies the owner if it has a ``NoticeKind``.
    ///
    /// - Parameter time: When it happened; nil for the transaction's time.
    func record(
        _ kind: ActivityKind, of account: Account, device: String?, client: ClientInfo, in transaction: Transaction,
        at time: Timestamp? = nil
    ) throws {
        let time = time ?? transaction.now
        try transaction.activity.insert(
            ActivityEvent(accountID: account.id, at: time, kind: kind, deviceName: device, ip: client.ip))
        try transaction.activity.deleteOldest(accountID: account.id, kind: kind, keeping: ActivityEvent.kept)
        guard let notice = NoticeKind(kind) else { return }
        try notifyOwner(notice, of: account, device: device, client: client, in: transaction, at: time)
    }

    /// Queues a notice, combined with events of the same kind before it is due.
    ///
    /// An account has one row for each kind. If that row cannot be read, the event is only logged, and its cause does
    /// not fail (V15).
    ///
    /// - Parameters:
    ///   - language: The language for an account without one; nil for the default one.
    ///   - time: When it happened; nil for the transaction's time.
    func notifyOwner(
        _ kind: NoticeKind, of account: Account, language: String? = nil, device: String?, client: ClientInfo,
        in transaction: Transaction, at time: Timestamp? = nil
    ) throws {
        let time = time ?? transaction.now
        let event = Notice(
            accountID: account.id, kind: kind, email: account.email,
            language: account.language ?? language ?? Languages.standard, timeZone: account.timeZone, count: 1,
            firstAt: time, latestAt: time, deviceName: device, ip: client.ip, dueAt: time)
        do {
            var notice = try transaction.notices.find(accountID: account.id, kind: kind)
            notice?.add(event)
            try transaction.notices.save(notice ?? event)
        } catch is InvalidRowError {
            unreadable.quarantine(UnreadableRows.key(ofNotice: kind, accountID: account.id), in: .notices)
        }
    }
}
