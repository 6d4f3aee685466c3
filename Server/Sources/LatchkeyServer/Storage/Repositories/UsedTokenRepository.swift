/// What counts once, and has.
protocol UsedTokenRepository {
    /// Returns false when the token was used before. Of two writes at once, one uses it.
    func use(_ token: UsedToken) throws -> Bool
    func find(_ digest: String) throws -> UsedToken?
    /// Keeps it at least as long as this, whether it is there already or not.
    func extend(_ token: UsedToken) throws
    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int
}
