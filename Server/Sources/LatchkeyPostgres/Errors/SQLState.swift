/// An SQLSTATE: two characters for the class and three for the condition
/// (https://www.postgresql.org/docs/15/errcodes-appendix.html).
///
/// Errors are distinguished and logged only by their code. Messages are localized, and may contain values.
package struct SQLState: Sendable, Hashable, CustomStringConvertible {
    /// The consequence of an error for a transaction before its COMMIT.
    package enum Consequence: Sendable {
        /// A conflict with another transaction. Retry the transaction.
        case repeatTransaction
        /// The connection is unusable, or not to the primary. Retry on a new one.
        case reconnect
        /// The server is out of resources or broken, or a lock was not free.
        case unavailable
        /// Wrong role, database or schema: the operator must fix it.
        case misconfigured
        /// A constraint is violated: the row exists, or refers to no row.
        case violation
    }

    /// The five characters of the code.
    package let code: String

    /// Returns nil unless the text is five ASCII digits and capitals.
    package init?(_ code: some StringProtocol) {
        let isCode = code.utf8.count == 5 && code.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        guard isCode else { return nil }
        self.code = String(code)
    }

    private init(known code: String) {
        self.code = code
    }

    /// The role's password is wrong or missing.
    package static let invalidPassword = SQLState(known: "28P01")

    /// An earlier statement failed; the transaction requires a ROLLBACK.
    static let failedTransaction = SQLState(known: "25P02")

    package var description: String { code }

    /// Whether `lock_timeout` has passed.
    package var isLockTimeout: Bool { code == "55P03" }

    /// The consequence for a transaction.
    package var consequence: Consequence {
        // Serialization failure and deadlock.
        if code == "40001" || code == "40P01" { return .repeatTransaction }
        // Read-only: a standby or a former primary. Ended by a server timeout, which closes the connection. A prepared
        // statement that is outdated, missing or a duplicate: a migration changed its columns, or a pooler switched
        // connections.
        if ["25006", "25P03", "25P04", "0A000", "26000", "42P05"].contains(code) { return .reconnect }
        // Shutdown, crash, startup. Excludes 57014, a statement cancelled by an administrator.
        if code.hasPrefix("08") || code.hasPrefix("57P") { return .reconnect }
        return switch code.prefix(2) {
        case "28", "3D", "42": .misconfigured
        case "23": .violation
        default: .unavailable
        }
    }
}
