/// A reader of callers, with one statement per row, because the database is in the process.
struct SQLiteCallers: CallerRepository {
    let session: SQLiteSession

    private var accounts: AccountRows { AccountRows(session: session) }
    private var sessions: SessionRows { SessionRows(session: session) }
    private var reservations: ReservationRows { ReservationRows(session: session) }

    func find(tokenDigest: String) throws -> CallerRows? {
        guard let token = try SessionTokenRows(session: session).find(digest: tokenDigest),
            let session = try sessions.find(id: token.sessionID),
            let account = try accounts.find(id: session.accountID)
        else { return nil }
        return CallerRows(
            account: account, session: session, token: token, attempts: try reservations.list(accountID: account.id))
    }

    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )? {
        let attempts = try reservations.list(accountID: accountID)
        guard let account = try accounts.find(id: accountID) else { return nil }
        return (account, try sessions.find(id: sessionID), attempts)
    }
}
