import GRDB

@testable import LatchkeyServer

/// Reads the books of attempts.
struct DatabaseProbe: Sendable {
    let queue: DatabaseQueue

    struct Books: Equatable {
        var accountFailures: Int
        var resetRequired: Bool
        /// Of the live sessions.
        var sessionFailures: Int
        var sessions: Int
        var reservations: Int
        var failedEvents: Int
    }

    func books(of email: String) throws -> Books {
        try queue.read { db in
            guard let account = try Account.filter(Column("email") == email).fetchOne(db) else {
                throw DeadlineError(description: "no account \(email)")
            }
            func number(_ sql: String) throws -> Int {
                try Int.fetchOne(db, sql: sql, arguments: [account.id]) ?? 0
            }
            return Books(
                accountFailures: account.failures, resetRequired: account.resetRequired,
                sessionFailures: try number("SELECT sum(failures) FROM sessions WHERE account_id = ?"),
                sessions: try number("SELECT count(*) FROM sessions WHERE account_id = ?"),
                reservations: try number("SELECT count(*) FROM reservations WHERE account_id = ?"),
                failedEvents: try number(
                    "SELECT count(*) FROM activity WHERE account_id = ? AND kind = 'passcode_failed'"))
        }
    }

    func sessions() throws -> [Session] {
        try queue.read { db in try Session.fetchAll(db) }
    }

    func reservations() throws -> Int {
        try queue.read { db in try Reservation.fetchCount(db) }
    }

    func kinds(of email: String) throws -> [String] {
        try queue.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT kind FROM activity JOIN users ON users.id = account_id WHERE email = ? ORDER BY activity.id
                    """, arguments: [email])
        }
    }

    /// Whether there were requests for mails and the worker has looked at all of them.
    func hasHandledMailRequests() throws -> Bool {
        try queue.read { db in try Bool.fetchOne(db, sql: "SELECT min(is_made) FROM mail_requests") ?? false }
    }

    func pendingMailRequests() throws -> Int {
        try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM mail_requests WHERE is_made = 0") ?? 0 }
    }

    /// Nil when there is none.
    func account(of email: String) throws -> Account? {
        try queue.read { db in try Account.filter(Column("email") == email).fetchOne(db) }
    }

    func count(_ table: String) throws -> Int {
        try queue.read { db in try Table(table).fetchCount(db) }
    }

    /// How many rows of the table bear the address.
    func count(_ table: String, of email: String) throws -> Int {
        try queue.read { db in try Table(table).filter(Column("email") == email).fetchCount(db) }
    }

    /// When the only mail in the outbox may be taken.
    func nextAttempt() throws -> Timestamp {
        try queue.read { db in
            guard let mail = try QueuedMail.fetchOne(db) else { throw DeadlineError(description: "no mail waits") }
            return mail.nextAttemptAt
        }
    }

    func integrity() throws -> String {
        try queue.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check") ?? "" }
    }
}
