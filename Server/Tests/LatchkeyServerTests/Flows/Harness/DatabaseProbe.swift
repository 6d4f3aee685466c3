import GRDB

@testable import LatchkeyServer

import LatchkeyPostgres

@testable import PostgresTestSupport

/// A reader of attempts, in either store.
enum DatabaseProbe: Sendable {
    case sqlite(DatabaseQueue)
    case postgres(TestDatabase)

    struct Books: Equatable {
        var accountFailures: Int
        var resetRequired: Bool
        /// The failures of active sessions.
        var sessionFailures: Int
        var sessions: Int
        var reservations: Int
        var failedEvents: Int
    }

    /// Reads rows with SQL for both databases. NULL is an empty text.
    func rows(_ sql: String) throws -> [[String]] {
        switch self {
        case .sqlite(let queue):
            try queue.read { db in
                try Row.fetchAll(db, sql: sql).map { row in
                    row.databaseValues.map { String.fromDatabaseValue($0) ?? "\(Int64.fromDatabaseValue($0) ?? 0)" }
                }
            }
        case .postgres(let database):
            try database.query(sql).split(separator: "\n").map { line in
                line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    private func number(_ sql: String) throws -> Int { try rows(sql).first?.first.flatMap { Int($0) } ?? 0 }

    func books(of email: String) throws -> Books {
        let account = try rows(
            "SELECT id, failures, CASE WHEN reset_required THEN 1 ELSE 0 END FROM users WHERE email = '\(email)'")
        guard let account = account.first else { throw DeadlineError(description: "no account \(email)") }
        let condition = "account_id = '\(account[0])'"
        return Books(
            accountFailures: Int(account[1]) ?? 0, resetRequired: account[2] == "1",
            sessionFailures: try number("SELECT coalesce(sum(failures), 0) FROM sessions WHERE \(condition)"),
            sessions: try number("SELECT count(*) FROM sessions WHERE \(condition)"),
            reservations: try number("SELECT count(*) FROM reservations WHERE \(condition)"),
            failedEvents: try number(
                "SELECT count(*) FROM activity WHERE \(condition) AND kind = 'passcode_failed'"))
    }

    /// Returns the last activity of all sessions.
    func lastActivity() throws -> [Timestamp] {
        try rows("SELECT last_active_at FROM sessions").compactMap { row in
            Int64(row[0]).map(Timestamp.init(milliseconds:))
        }
    }

    func reservations() throws -> Int { try count("reservations") }

    func kinds(of email: String) throws -> [String] {
        try rows(
            """
            SELECT kind FROM activity JOIN users ON users.id = account_id WHERE email = '\(email)' ORDER BY activity.id
            """
        ).map { $0[0] }
    }

    /// Whether emails were requested and the worker has handled all requests.
    func hasHandledEmailRequests() throws -> Bool { try count("mail_requests") > 0 && pendingEmailRequests() == 0 }

    func pendingEmailRequests() throws -> Int { try number("SELECT count(*) FROM mail_requests WHERE NOT is_made") }

    func count(_ table: String) throws -> Int { try number("SELECT count(*) FROM \(table)") }

    /// Returns how many rows of the table contain the address.
    func count(_ table: String, of email: String) throws -> Int {
        try number("SELECT count(*) FROM \(table) WHERE email = '\(email)'")
    }

    /// Returns when the only queued email may be reserved.
    func nextAttempt() throws -> Timestamp {
        guard let time = try rows("SELECT next_attempt_at FROM outbox").first.flatMap({ Int64($0[0]) }) else {
            throw DeadlineError(description: "no email is queued")
        }
        return Timestamp(milliseconds: time)
    }

    /// Returns `ok` if nothing is damaged; PostgreSQL has no such check.
    func integrity() throws -> String {
        if case .sqlite = self { return try rows("PRAGMA integrity_check")[0][0] }
        return "ok"
    }
}
