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
    // What deletes does not see what is inserted beside it.
    private static let insert = PostgresStatement(
        """
        WITH oldest AS (
            DELETE FROM session_tokens WHERE session_id = $1 AND seq <= (
                SELECT seq FROM session_tokens WHERE session_id = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2))
        INSERT INTO session_tokens (digest, session_id, kind, generation, expires_at, counts_as_locked)
        SELECT digest, $1, kind, generation, expires_at, counts_as_locked
        FROM unnest($3::bytea[], $4::text[], $5::bigint[], $6::bigint[], $7::boolean[])
            AS t (digest, kind, generation, expires_at, counts_as_locked)
        """)
    private static let retire = PostgresStatement(
        """
        UPDATE session_tokens SET counts_as_locked = true, expires_at = least(expires_at, $2)
        WHERE session_id = $1 AND kind <> 'refresh' AND NOT (counts_as_locked AND expires_at <= $2)
        """)
    // The two change no row both: of a statement's changes of one row, one is lost.
    private static let retireAll = PostgresStatement(
        """
        WITH retired AS (
            UPDATE session_tokens SET counts_as_locked = true, expires_at = least(expires_at, $2)
            WHERE session_id = $1 AND kind <> 'refresh' AND NOT (counts_as_locked AND expires_at <= $2)
        ), deleted AS (
            DELETE FROM session_tokens WHERE session_id = $1 AND kind = 'refresh' AND generation = $3
            RETURNING digest, seq
        )
        SELECT digest FROM deleted ORDER BY seq DESC LIMIT 1
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

    func insert(_ tokens: [SessionToken], of sessionID: String, keeping count: Int) throws {
        queue(
            Self.insert(
                try UUID(storedID: sessionID, of: Self.table), Int64(max(count - tokens.count, 0)),
                PostgresByteArrays(tokens.map { HexText.decode($0.digest) ?? [] }),
                PostgresArray(tokens.map(\.kind.rawValue)), PostgresArray(tokens.map { Int64($0.generation) }),
                PostgresArray(tokens.map(\.expiresAt.value)), PostgresArray(tokens.map(\.countsAsLocked))))
    }

    func retire(sessionID: String, end: Timestamp) throws {
        guard let id = UUID(rowID: sessionID) else { return }
        queue(Self.retire(id, end.value))
    }

    func retire(sessionID: String, end: Timestamp, deletingRefresh generation: Int) throws -> String? {
        guard let id = UUID(rowID: sessionID) else { return nil }
        return try run(Self.retireAll(id, end.value, Int64(generation))).first
            .map { HexText.encode(try $0.value(0, as: [UInt8].self)) }
    }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteExpired(now.value, Int64(limit))).affected
    }
}
