extension UnreadableRows {
    /// Returns the account's readable unlock keys, oldest first, and quarantines the others.
    func unlockKeys(of accountID: String, in transaction: Transaction) throws -> [UnlockKey] {
        readable(try transaction.unlockKeys.list(accountID: accountID), in: .unlockKeys).map(\.value)
    }
}
