import GRDB

@testable import LatchkeyServer

@testable import PostgresTestSupport

/// The database to compare records with, seen from outside.
protocol SoakProbe: Sendable {
    func isSound() throws -> Bool
    func reservations() throws -> Int
    /// Returns how many emails are not rendered or sent yet.
    func waitingEmails() throws -> Int
    /// Returns the number of failures in an account's activity; nil if there is no such account.
    func failedEvents(of email: String) throws -> Int?
}

extension DatabaseProbe: SoakProbe {
    func isSound() throws -> Bool { try integrity() == "ok" }
    func waitingEmails() throws -> Int { try pendingEmailRequests() + count("outbox") }

    func failedEvents(of email: String) throws -> Int? {
        try count("users", of: email) == 0 ? nil : books(of: email).failedEvents
    }
}

struct PostgresProbe: SoakProbe {
    let cluster: TestCluster
    let database: String

    // A crash leaves nothing to repair: checks indexes and references.
    func isSound() throws -> Bool {
        try number(
            """
            SELECT (SELECT count(*) FROM sessions s WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = s.account_id))
                + (SELECT count(*) FROM reservations WHERE account_id NOT IN (SELECT id FROM users))
            """) == 0
    }

    func reservations() throws -> Int { try number("SELECT count(*) FROM reservations") }

    func waitingEmails() throws -> Int {
        try number("SELECT (SELECT count(*) FROM mail_requests WHERE NOT is_made) + (SELECT count(*) FROM outbox)")
    }

    func failedEvents(of email: String) throws -> Int? {
        let id = try cluster.query("SELECT id FROM users WHERE email = '\(email)'", database: database)
        guard !id.isEmpty else { return nil }
        return try number("SELECT count(*) FROM activity WHERE account_id = '\(id)' AND kind = 'passcode_failed'")
    }

    func books(of email: String) throws -> DatabaseProbe.Books {
        let account = "(SELECT id FROM users WHERE email = '\(email)')"
        return DatabaseProbe.Books(
            accountFailures: try number("SELECT failures FROM users WHERE id = \(account)"),
            resetRequired: try number("SELECT reset_required::integer FROM users WHERE id = \(account)") == 1,
            sessionFailures: try number("SELECT sum(failures) FROM sessions WHERE account_id = \(account)"),
            sessions: try number("SELECT count(*) FROM sessions WHERE account_id = \(account)"),
            reservations: try number("SELECT count(*) FROM reservations WHERE account_id = \(account)"),
            failedEvents: try number(
                "SELECT count(*) FROM activity WHERE account_id = \(account) AND kind = 'passcode_failed'"))
    }

    private func number(_ sql: String) throws -> Int { Int(try cluster.query(sql, database: database)) ?? -1 }
}
