import Foundation
import LatchkeyPostgres

struct OneTimeTokenPostgresRepository: OneTimeTokenRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "one_time_tokens"

    private static let byLink = PostgresStatement(
        """
        SELECT id, purpose, email, account_id, key_id, link_digest, code_digest, code_tries, about_passcode, created_at,
            expires_at
        FROM one_time_tokens WHERE link_digest = $1 AND purpose = $2
        """)
    private static let current = PostgresStatement(
        """
        SELECT id, purpose, email, account_id, key_id, link_digest, code_digest, code_tries, about_passcode, created_at,
            expires_at
        FROM one_time_tokens WHERE email = $1 AND purpose = $2 ORDER BY seq DESC LIMIT 1
        """)
    // From one key to the next by the index, of which there are few: to group the tokens by them would read them all.
    private static let ends = PostgresStatement(
        """
        WITH RECURSIVE keys (id) AS (
            (SELECT key_id FROM one_time_tokens ORDER BY key_id LIMIT 1)
            UNION ALL
            SELECT (SELECT key_id FROM one_time_tokens WHERE key_id > keys.id ORDER BY key_id LIMIT 1)
            FROM keys WHERE keys.id IS NOT NULL)
        SELECT id, latest FROM (
            SELECT id, (SELECT max(expires_at) FROM one_time_tokens WHERE key_id = keys.id) AS latest FROM keys) AS ends
        WHERE id <> $1 AND latest > $2
        """)
    private static let insert = PostgresStatement(
        """
        INSERT INTO one_time_tokens (id, purpose, email, lock_key, account_id, key_id, link_digest, code_digest,
            code_tries, about_passcode, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        """)
    private static let countWrongCode = PostgresStatement(
        "UPDATE one_time_tokens SET code_tries = code_tries - 1 WHERE id = $1 AND code_tries > 0")
    private static let countForNoToken = PostgresStatement(
        "UPDATE no_tokens SET code_tries = CASE WHEN code_tries > 0 THEN code_tries - 1 ELSE 5 END WHERE id = $1")
    private static let forgetAddress = PostgresStatement("UPDATE one_time_tokens SET email = '' WHERE account_id = $1")
    private static let delete = PostgresStatement("DELETE FROM one_time_tokens WHERE id = $1")
    private static let deleteOfAddress = PostgresStatement(
        "DELETE FROM one_time_tokens WHERE email = $1 AND purpose = $2")
    private static let deleteOfPurpose = PostgresStatement("DELETE FROM one_time_tokens WHERE purpose = $1")
    private static let deleteExpired = PostgresStatement(
        """
        DELETE FROM one_time_tokens WHERE id = ANY (ARRAY (
            SELECT id FROM one_time_tokens WHERE expires_at <= $1
            ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func find(linkDigest: String, purpose: MailPurpose) throws -> OneTimeToken? {
        guard let digest = HexText.decode(linkDigest) else { return nil }
        return try run(Self.byLink(digest, purpose.rawValue)).first.map(read)
    }

    func current(email: String, purpose: MailPurpose) throws -> OneTimeToken? {
        try run(Self.current(email, purpose.rawValue)).first.map(read)
    }

    func ends(exceptKey id: String, after now: Timestamp) throws -> [String: Timestamp] {
        try run(Self.ends(id, now.value)).rows.reduce(into: [:]) { ends, row in
            ends[try row.value(0)] = Timestamp(milliseconds: try row.value(1))
        }
    }

    func insert(_ token: OneTimeToken) throws {
        queue(
            Self.insert(
                try UUID(storedID: token.id, of: Self.table), token.purpose.rawValue, token.email,
                LockKey.ofAddress(token.email), token.accountID.flatMap { UUID(rowID: $0) }, token.keyID,
                HexText.decode(token.linkDigest) ?? [], token.codeDigest.flatMap(HexText.decode),
                Int64(token.codeTries), token.aboutPasscode, token.createdAt.value, token.expiresAt.value))
    }

    func countWrongCode(of id: String?) throws {
        if let id = id.flatMap({ UUID(rowID: $0) }) {
            queue(Self.countWrongCode(id))
        } else {
            queue(Self.countForNoToken(Int64.random(in: 0..<256)))
        }
    }

    func forgetAddress(accountID: String) throws {
        guard let id = UUID(rowID: accountID) else { return }
        queue(Self.forgetAddress(id))
    }

    func delete(id: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.delete(id))
    }

    func deleteAll(email: String, purpose: MailPurpose) throws {
        queue(Self.deleteOfAddress(email, purpose.rawValue))
    }

    func deleteAll(purpose: MailPurpose) throws { queue(Self.deleteOfPurpose(purpose.rawValue)) }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteExpired(now.value, Int64(limit))).affected
    }

    private func read(_ row: PostgresRow) throws -> OneTimeToken {
        var row = PostgresRowReader(row, of: Self.table)
        return OneTimeToken(
            id: try row.key(), purpose: try row.word(), email: try row.value(), accountID: try row.optionalID(),
            keyID: try row.value(), linkDigest: try row.digest(), codeDigest: try row.optionalDigest(),
            codeTries: try row.number(in: OneTimeToken.tries), aboutPasscode: try row.value(),
            createdAt: try row.time(), expiresAt: try row.time())
    }
}
