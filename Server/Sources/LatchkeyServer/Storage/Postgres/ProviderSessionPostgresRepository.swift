import Foundation
import LatchkeyPostgres

struct ProviderSessionPostgresRepository: ProviderSessionRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "provider_sessions"

    private static let byID = PostgresStatement(
        "SELECT session_id, issuer, subject, sid_digest, pending_email FROM provider_sessions WHERE session_id = $1")
    private static let bySubject = PostgresStatement(
        """
        SELECT session_id, issuer, subject, sid_digest, pending_email FROM provider_sessions
        WHERE subject = $1 AND issuer = $2
        """)
    private static let bySID = PostgresStatement(
        """
        SELECT session_id, issuer, subject, sid_digest, pending_email FROM provider_sessions
        WHERE sid_digest = $1 AND issuer = $2
        """)
    private static let insert = PostgresStatement(
        """
        INSERT INTO provider_sessions (session_id, issuer, subject, sid_digest, pending_email)
        VALUES ($1, $2, $3, $4, $5)
        """)
    private static let clearPendingEmails = PostgresStatement(
        """
        UPDATE provider_sessions SET pending_email = NULL
        WHERE subject = $1 AND issuer = $2 AND pending_email IS NOT NULL
        """)

    func find(sessionID: String) throws -> ProviderSession? {
        guard let id = UUID(rowID: sessionID) else { return nil }
        return try run(Self.byID(id)).first.map(read)
    }

    func list(_ identity: AccountIdentity) throws -> [ProviderSession] {
        try run(Self.bySubject(identity.subject, identity.issuer)).rows.map(read)
    }

    func list(issuer: String, sidDigest: String) throws -> [ProviderSession] {
        guard let digest = HexText.decode(sidDigest) else { return [] }
        return try run(Self.bySID(digest, issuer)).rows.map(read)
    }

    func insert(_ session: ProviderSession) throws {
        queue(
            Self.insert(
                try UUID(storedID: session.sessionID, of: Self.table), session.issuer, session.subject,
                session.sidDigest.flatMap(HexText.decode), session.pendingEmail))
    }

    func clearPendingEmails(of identity: AccountIdentity) throws {
        queue(Self.clearPendingEmails(identity.subject, identity.issuer))
    }

    private func read(_ row: PostgresRow) throws -> ProviderSession {
        var row = PostgresRowReader(row, of: Self.table)
        return ProviderSession(
            sessionID: try row.key(), issuer: try row.value(), subject: try row.value(),
            sidDigest: try row.optionalDigest(), pendingEmail: try row.value())
    }
}
