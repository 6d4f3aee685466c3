import GRDB

/// Statements of one row each cost nothing here: the database is in the process.
struct CallerSQLiteRepository: CallerRepository {
    let db: Database

    private var accounts: AccountSQLiteRepository { AccountSQLiteRepository(db: db) }
    private var sessions: SessionSQLiteRepository { SessionSQLiteRepository(db: db) }
    private var reservations: ReservationRows { ReservationRows(session: SQLiteSession(db)) }

    func find(tokenDigest: String) throws -> CallerRows? {
        guard let token = try SessionTokenSQLiteRepository(db: db).find(digest: tokenDigest),
            let session = try sessions.find(id: token.sessionID),
            let account = try accounts.find(id: session.accountID)
        else { return nil }
        return CallerRows(
            account: account, session: session, tokenCountsAsLocked: token.countsAsLocked,
            tokenKind: token.kind, tokenExpiresAt: token.expiresAt,
            attempts: try reservations.list(accountID: account.id))
    }

    func find(accountID: String, sessionID: String) throws -> (
        account: Account, session: Session?, attempts: [Reservation]
    )? {
        let attempts = try reservations.list(accountID: accountID)
        guard let account = try accounts.find(id: accountID) else { return nil }
        return (account, try sessions.find(id: sessionID), attempts)
    }
}
