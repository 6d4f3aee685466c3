import LatchkeyAPI

/// Stores the events of accounts, and has their owners told of what they should know (V14).
struct ActivityLog: Sendable {
    let unreadable: UnreadableRows

    /// Stores the event, and has the owner told of it where it has a ``NoticeKind``.
    ///
    /// - Parameter time: When it happened; nil for the time of the transaction.
    func record(
        _ kind: ActivityKind, of account: Account, device: String?, client: ClientInfo, in transaction: Transaction,
        at time: Timestamp? = nil
    ) throws {
        let time = time ?? transaction.now
        try transaction.activity.insert(
            ActivityEvent(accountID: account.id, at: time, kind: kind, deviceName: device, ip: client.ip))
        try transaction.activity.deleteOldest(accountID: account.id, kind: kind, keeping: ActivityEvent.kept)
        guard let notice = NoticeKind(kind) else { return }
        try tellOwner(notice, of: account, device: device, client: client, in: transaction, at: time)
    }

    /// Has the owner told by mail, together with what else of this kind happens before that mail is due.
    ///
    /// An account has one row for each kind. An unreadable row does not make the cause fail (V15): the row stays as it
    /// is, the log names it, and the activity alone tells what happened.
    ///
    /// - Parameter time: When it happened; nil for the time of the transaction.
    func tellOwner(
        _ kind: NoticeKind, of account: Account, device: String?, client: ClientInfo, in transaction: Transaction,
        at time: Timestamp? = nil
    ) throws {
        let time = time ?? transaction.now
        let event = Notice(
            accountID: account.id, kind: kind, email: account.email, language: account.language, count: 1,
            firstAt: time, latestAt: time, deviceName: device, ip: client.ip, dueAt: time)
        do {
            var notice = try transaction.notices.find(accountID: account.id, kind: kind)
            notice?.add(event)
            try transaction.notices.save(notice ?? event)
        } catch is UnreadableRowError {
            unreadable.setAside(UnreadableRows.key(ofNotice: kind, accountID: account.id), in: .notices)
        }
    }
}
