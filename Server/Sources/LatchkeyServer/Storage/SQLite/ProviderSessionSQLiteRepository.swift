import GRDB

struct ProviderSessionSQLiteRepository: ProviderSessionRepository {
    let db: Database

    func find(sessionID: String) throws -> ProviderSession? {
        try ProviderSession.fetchOne(
            db, sql: "SELECT * FROM provider_sessions WHERE session_id = ?", arguments: [sessionID])
    }

    func list(_ identity: AccountIdentity) throws -> [ProviderSession] {
        try ProviderSession.fetchAll(
            db, sql: "SELECT * FROM provider_sessions WHERE subject = ? AND issuer = ?",
            arguments: [identity.subject, identity.issuer])
    }

    func list(issuer: String, sidDigest: String) throws -> [ProviderSession] {
        try ProviderSession.fetchAll(
            db, sql: "SELECT * FROM provider_sessions WHERE sid_digest = ? AND issuer = ?",
            arguments: [sidDigest, issuer])
    }

    func insert(_ session: ProviderSession) throws { try session.insert(db) }

    func clearPendingEmails(of identity: AccountIdentity) throws {
        try db.execute(
            sql: """
                UPDATE provider_sessions SET pending_email = NULL
                WHERE subject = ? AND issuer = ? AND pending_email IS NOT NULL
                """,
            arguments: [identity.subject, identity.issuer])
    }
}
