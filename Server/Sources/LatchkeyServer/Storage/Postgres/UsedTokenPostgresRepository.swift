import LatchkeyPostgres

struct UsedTokenPostgresRepository: UsedTokenRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    // A write that uses the same token waits here for the end of the other.
    private static let use = PostgresStatement(
        "INSERT INTO used_tokens (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING")
    private static let find = PostgresStatement("SELECT expires_at FROM used_tokens WHERE digest = $1")
    private static let extend = PostgresStatement(
        """
        INSERT INTO used_tokens (digest, expires_at) VALUES ($1, $2)
        ON CONFLICT (digest) DO UPDATE SET expires_at = greatest(used_tokens.expires_at, excluded.expires_at)
        """)
    private static let deleteExpired = PostgresStatement(
        """
        DELETE FROM used_tokens WHERE digest = ANY (ARRAY (
            SELECT digest FROM used_tokens WHERE expires_at <= $1
            ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func use(_ token: UsedToken) throws -> Bool {
        try run(Self.use(HexText.decode(token.digest) ?? [], token.expiresAt.value)).affected == 1
    }

    func find(_ digest: String) throws -> UsedToken? {
        try run(Self.find(HexText.decode(digest) ?? [])).first.map {
            UsedToken(digest: digest, expiresAt: Timestamp(milliseconds: try $0.value(0)))
        }
    }

    func extend(_ token: UsedToken) throws {
        queue(Self.extend(HexText.decode(token.digest) ?? [], token.expiresAt.value))
    }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteExpired(now.value, Int64(limit))).affected
    }
}
