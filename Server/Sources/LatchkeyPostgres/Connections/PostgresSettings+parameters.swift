extension PostgresSettings {
    /// Connection parameters for one address of a host
    /// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
    ///
    /// - Parameter numeric: The host's address; nil for a Unix socket.
    func parameters(host: PostgresHost, numeric: String?) -> [(String, String)] {
        var parameters = [
            ("host", host.name), ("port", "\(host.port)"), ("user", address.user), ("dbname", address.database),
            ("application_name", applicationName), ("client_encoding", "UTF8"),
            // Skips standbys and former primaries. A pooler reports the state of its first connection; there the first
            // write detects it.
            ("target_session_attrs", pooler == .none ? "read-write" : "any"),
            // Limit for libpq's own wait, in seconds, which is not used.
            ("connect_timeout", "2"),
            // Detects a dead machine: 3 s after unacknowledged data, and 8 s after the last packet on an idle
            // connection.
            ("tcp_user_timeout", "3000"), ("keepalives", "1"), ("keepalives_idle", "5"), ("keepalives_interval", "1"),
            ("keepalives_count", "3"),
            // Otherwise libpq tries Kerberos first if it is available.
            ("gssencmode", "disable"),
            ("sslmode", address.isEncrypted ? "verify-full" : "disable"),
            ("channel_binding", address.isEncrypted ? "require" : "disable"),
        ]
        if let numeric { parameters.append(("hostaddr", numeric)) }
        if let password = address.password { parameters.append(("password", password.text)) }
        parameters += address.certificates.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        // PgBouncer rejects startup options; each transaction sets its own.
        if pooler == .none { parameters.append(("options", serverOptions)) }
        return parameters
    }

    /// Server settings: limits for abandoned connections, in milliseconds
    /// (https://www.postgresql.org/docs/15/runtime-config-client.html), and plans.
    private var serverOptions: String {
        var settings = [
            "lock_timeout=\(lockTimeout.milliseconds)",
            "idle_in_transaction_session_timeout=\(idleTimeout.milliseconds)",
        ]
        // Otherwise a statement with an array is planned at each execution
        // (https://www.postgresql.org/docs/15/sql-prepare.html#SQL-PREPARE-NOTES).
        if plansOnce { settings.append("plan_cache_mode=force_generic_plan") }
        return settings.map { "-c \($0)" }.joined(separator: " ")
    }
}
