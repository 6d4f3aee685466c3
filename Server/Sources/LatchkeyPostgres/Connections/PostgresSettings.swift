/// How connections are made, and what is asked of commits.
package struct PostgresSettings: Sendable {
    /// Whether the server has standbys, one of which must have a commit before it counts.
    package enum Replicas: Sendable {
        case required
        /// A single server: its disk is the only copy.
        case none
    }

    /// What is between this process and the server.
    package enum Pooler: Sendable {
        case none
        /// A connection pooler that gives each transaction another connection, such as PgBouncer with
        /// `pool_mode = transaction`: nothing is left on the connection between two transactions, neither a prepared
        /// statement nor a setting (https://www.pgbouncer.org/features.html).
        case transaction
    }

    package var address: PostgresAddress
    package var replicas: Replicas
    package var pooler: Pooler
    /// What the server shows in `pg_stat_activity`.
    package var applicationName = "latchkey"
    /// How long the server waits for a lock of a statement's.
    package var lockTimeout: Duration = .seconds(1)
    /// How long the server keeps a transaction whose client says nothing. It frees the locks of a client that is gone.
    package var idleTimeout: Duration = .seconds(5)
    /// Whether a statement is planned once for each connection, whatever it is given.
    package var plansOnce = false
    /// How long one address of one host is tried.
    package var connectTimeout: Duration = .seconds(2)

    package init(address: PostgresAddress, replicas: Replicas = .required, pooler: Pooler = .none) {
        self.address = address
        self.replicas = replicas
        self.pooler = pooler
    }
}
