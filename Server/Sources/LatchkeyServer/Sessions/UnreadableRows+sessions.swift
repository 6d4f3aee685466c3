extension UnreadableRows {
    /// Returns the account's readable sessions, newest first, and quarantines the others.
    func sessions(of accountID: String, in transaction: Transaction) throws -> [Session] {
        readable(try transaction.sessions.stored(accountID: accountID), in: .sessions).map(\.value)
    }
}
