/// The code of an error or a notice of PostgreSQL's: two characters for its class and three for itself
/// (https://www.postgresql.org/docs/15/errcodes-appendix.html).
///
/// Errors are told apart, and logged, by their code alone: the text of a message is in the server's language, and may
/// hold values of the statement.
package struct SQLState: Sendable, Hashable, CustomStringConvertible {
    /// What an error with this code means to a transaction that has not been sent its COMMIT.
    package enum Consequence: Sendable {
        /// Another transaction was in the way: the same work may succeed now.
        case repeatTransaction
        /// This connection is of no more use, or is not with the primary: the same work may succeed on a new one.
        case reconnect
        /// The server lacks something, or is broken: space, connections, memory, its files; or a lock was not free.
        case unavailable
        /// The role, the database or the schema is not what is expected: an operator's work.
        case misconfigured
        /// A constraint of the schema does not hold: the row is there already, or refers to none.
        case violation
    }

    /// Five characters.
    package let code: String

    /// Nil unless the text is a code: five digits and capitals of ASCII.
    package init?(_ code: some StringProtocol) {
        let isCode = code.utf8.count == 5 && code.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        guard isCode else { return nil }
        self.code = String(code)
    }

    private init(known code: String) {
        self.code = code
    }

    /// The password of the role is another one, or is missing.
    package static let invalidPassword = SQLState(known: "28P01")

    /// The transaction has failed by an earlier statement, and waits for its ROLLBACK.
    static let failedTransaction = SQLState(known: "25P02")

    package var description: String { code }

    /// Whether a lock was not free within `lock_timeout`.
    package var isLockTimeout: Bool { code == "55P03" }

    /// What follows from the code.
    package var consequence: Consequence {
        // Serialization failure and deadlock.
        if code == "40001" || code == "40P01" { return .repeatTransaction }
        // Read-only: a standby, or a primary that has become one. Ended by a timeout of the server's, which closes the
        // connection. A prepared statement whose columns a migration has changed, that is gone, or that is there
        // already: a pooler has led to another of its connections.
        if ["25006", "25P03", "25P04", "0A000", "26000", "42P05"].contains(code) { return .reconnect }
        // Shut down, crashed, starting up. 57014, a statement cancelled by an administrator, is not among them.
        if code.hasPrefix("08") || code.hasPrefix("57P") { return .reconnect }
        return switch code.prefix(2) {
        case "28", "3D", "42": .misconfigured
        case "23": .violation
        default: .unavailable
        }
    }
}
