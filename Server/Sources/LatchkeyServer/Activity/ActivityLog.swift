import LatchkeyAPI

/// Writes what happens into the accounts' activity, and has their owners told of what they should know (V14).
struct ActivityLog: Sendable {
    let unreadable: UnreadableRows

    /// Stores the event, and has the owner told of it where it has a ``NoticeKind``.
    func record(
        _ kind: ActivityKind, of account: Account, device: String?, client: ClientInfo, in repositories: Repositories,
        at now: Timestamp
    ) throws {
        try repositories.activity.insert(
            ActivityEvent(accountID: account.id, at: now, kind: kind, deviceName: device, ip: client.ip))
        try repositories.activity.deleteOldest(accountID: account.id, kind: kind, keeping: ActivityEvent.kept)
        guard let notice = NoticeKind(kind) else { return }
        try tellOwner(notice, of: account, device: device, client: client, in: repositories, at: now)
    }

    /// Has the owner told by mail, together with what else of this kind happens before that mail is due.
    ///
    /// An account has one row a kind. Where that row cannot be read, what happens does not fail with it (V15): the row
    /// stays as it is, the log names it, and the activity alone tells what happened.
    func tellOwner(
        _ kind: NoticeKind, of account: Account, device: String?, client: ClientInfo, in repositories: Repositories,
        at now: Timestamp
    ) throws {
        let event = Notice(
            accountID: account.id, kind: kind, email: account.email, language: account.language, count: 1,
            firstAt: now, latestAt: now, deviceName: device, ip: client.ip, dueAt: now)
        do {
            var notice = try repositories.notices.find(accountID: account.id, kind: kind)
            notice?.add(event)
            try repositories.notices.save(notice ?? event)
        } catch is UnreadableRowError {
            unreadable.setAside(UnreadableRows.key(ofNotice: kind, accountID: account.id), in: .notices)
        }
    }
}
