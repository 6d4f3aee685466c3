/// The settings of connections to PostgreSQL and of commits.
package struct PostgresSettings: Sendable {
    /// Whether a standby must store a commit before it succeeds.
    package enum Replicas: Sendable {
        case required
        /// A single server: its disk has the only copy.
        case none
    }

    /// The connection pooler between this process and the server.
    package enum Pooler: Sendable {
        case none
        /// A pooler that may use another connection for each transaction, such as PgBouncer with `pool_mode =
        /// transaction`. Prepared statements and settings do not outlive a transaction
        /// (https://www.pgbouncer.org/features.html).
        case transaction
    }

    package var address: PostgresAddress
    package var replicas: Replicas
    package var pooler: Pooler
    /// The name in `pg_stat_activity`.
    package var applicationName = "latchkey"
    /// Limit for a statement's wait for a lock.
    package var lockTimeout: Duration = .seconds(1)
    /// Limit for an idle transaction, after which the server frees its locks.
    package var idleTimeout: Duration = .seconds(5)
    /// Whether a statement is planned only once per connection, for any values.
    package var plansOnce = false
    /// Timeout for one address of one host.
    package var connectTimeout: Duration = .seconds(2)

    package init(address: PostgresAddress, replicas: Replicas = .required, pooler: Pooler = .none) {
        self.address = address
        self.replicas = replicas
        self.pooler = pooler
    }
}
