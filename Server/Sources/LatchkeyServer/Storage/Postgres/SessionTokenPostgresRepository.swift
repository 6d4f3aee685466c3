#if PostgreSQL
import Foundation
import LatchkeyPostgres

struct SessionTokenPostgresRepository: SessionTokenRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "session_tokens"

    private static let byDigest = PostgresStatement(
        """
        SELECT digest, session_id, kind, generation, expires_at, counts_as_locked FROM session_tokens WHERE digest = $1
        """)
    private static let newestRefresh = PostgresStatement(
        """
        SELECT digest FROM session_tokens WHERE session_id = $1 AND kind = 'refresh' AND generation = $2
        ORDER BY seq DESC LIMIT 1
        """)
    private static let deleteRefresh = PostgresStatement(
        "DELETE FROM session_tokens WHERE session_id = $1 AND kind = 'refresh' AND generation = $2")
    private static let deleteOldest = PostgresStatement(
        """
        DELETE FROM session_tokens WHERE session_id = $1 AND seq <= (
            SELECT seq FROM session_tokens WHERE session_id = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2)
        """)
    private static let insert = PostgresStatement(
        """
        INSERT INTO session_tokens (digest, session_id, kind, generation, expires_at, counts_as_locked)
        VALUES ($1, $2, $3, $4, $5, $6)
        """)
    private static let retire = PostgresStatement(
        """
        UPDATE session_tokens SET counts_as_locked = true, expires_at = least(expires_at, $2)
        WHERE session_id = $1 AND kind <> 'refresh' AND NOT (counts_as_locked AND expires_at <= $2)
        """)
    private static let deleteExpired = PostgresStatement(
        """
        DELETE FROM session_tokens WHERE digest = ANY (ARRAY (
            SELECT digest FROM session_tokens WHERE expires_at <= $1
            ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func find(digest: String) throws -> SessionToken? {
        guard let digest = HexText.decode(digest), let found = try run(Self.byDigest(digest)).first else { return nil }
        var row = PostgresRowReader(found, of: Self.table)
        return SessionToken(
            digest: try row.digest(), sessionID: try row.rowID(), kind: try row.word(), generation: try row.number(),
            expiresAt: try row.time(), countsAsLocked: try row.value())
    }

    func newestRefresh(sessionID: String, generation: Int) throws -> String? {
        guard let id = UUID(rowID: sessionID) else { return nil }
        return try run(Self.newestRefresh(id, Int64(generation))).first
            .map { HexText.encode(try $0.value(0, as: [UInt8].self)) }
    }

    func deleteRefresh(sessionID: String, generation: Int) throws {
        guard let id = UUID(rowID: sessionID) else { return }
        queue(Self.deleteRefresh(id, Int64(generation)))
    }

    func deleteOldest(sessionID: String, keeping count: Int) throws {
        guard let id = UUID(rowID: sessionID) else { return }
        queue(Self.deleteOldest(id, Int64(count)))
    }

    func insert(_ token: SessionToken) throws {
        queue(
            Self.insert(
                HexText.decode(token.digest) ?? [], try UUID(storedID: token.sessionID, of: Self.table),
                token.kind.rawValue, Int64(token.generation), token.expiresAt.value, token.countsAsLocked))
    }

    func retire(sessionID: String, end: Timestamp) throws {
        guard let id = UUID(rowID: sessionID) else { return }
        queue(Self.retire(id, end.value))
    }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteExpired(now.value, Int64(limit))).affected
    }
}
#endif
