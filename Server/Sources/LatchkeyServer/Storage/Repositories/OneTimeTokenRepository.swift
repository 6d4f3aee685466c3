/// The one-time tokens that were mailed. A used or superseded one is deleted.
protocol OneTimeTokenRepository {
    func find(linkDigest: String, purpose: MailPurpose) throws -> OneTimeToken?
    /// Returns the token whose code counts for the address; nil when there is none.
    func current(email: String, purpose: MailPurpose) throws -> OneTimeToken?
    /// The last end of those that are good after `now` and were made with another key, by key.
    func ends(exceptKey id: String, after now: Timestamp) throws -> [String: Timestamp]
    func insert(_ token: OneTimeToken) throws
    /// Takes one of the tries of the token's code; without a token, does the same work on the row for no token.
    func countWrongCode(of id: String?) throws
    /// Takes the address out of an account's tokens.
    func forgetAddress(accountID: String) throws
    func delete(id: String) throws
    func deleteAll(email: String, purpose: MailPurpose) throws
    func deleteAll(purpose: MailPurpose) throws
    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int
}
