/// What counts once, and has.
protocol UsedTokenRepository {
    /// Returns false when the token was used before. Of two writes at once, one uses it.
    func use(_ token: UsedToken) throws -> Bool
    func isUsed(_ digest: String) throws -> Bool
    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int
}
