extension PostgresSettings {
    /// What libpq is told for one address of a host
    /// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
    ///
    /// - Parameter numeric: The host's address; nil for a Unix socket.
    func parameters(host: PostgresHost, numeric: String?) -> [(String, String)] {
        var parameters = [
            ("host", host.name), ("port", "\(host.port)"), ("user", address.user), ("dbname", address.database),
            ("application_name", applicationName), ("client_encoding", "UTF8"),
            // A standby, and a primary that is one no more, is passed over. What a pooler says about that is what its
            // first connection was told, when it was: there the first write tells.
            ("target_session_attrs", pooler == .none ? "read-write" : "any"),
            // Of libpq's own waiting, which is not used, in seconds. Ours has the same bound.
            ("connect_timeout", "2"),
            // A machine that is gone is noticed: 3 s after data that it does not acknowledge, and 8 s after its last
            // word on a connection that only waits for an answer.
            ("tcp_user_timeout", "3000"), ("keepalives", "1"), ("keepalives_idle", "5"), ("keepalives_interval", "1"),
            ("keepalives_count", "3"),
            // Otherwise libpq would ask for Kerberos first where this machine has it.
            ("gssencmode", "disable"),
            ("sslmode", address.isEncrypted ? "verify-full" : "disable"),
            ("channel_binding", address.isEncrypted ? "require" : "disable"),
        ]
        if let numeric { parameters.append(("hostaddr", numeric)) }
        if let password = address.password { parameters.append(("password", password.text)) }
        parameters += address.certificates.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        // PgBouncer refuses startup options; there each transaction sets its own.
        if pooler == .none { parameters.append(("options", serverOptions)) }
        return parameters
    }

    /// Settings of the server's: those that bound what an abandoned connection holds, in milliseconds
    /// (https://www.postgresql.org/docs/15/runtime-config-client.html), and those of plans.
    private var serverOptions: String {
        var settings = [
            "lock_timeout=\(lockTimeout.milliseconds)",
            "idle_in_transaction_session_timeout=\(idleTimeout.milliseconds)",
        ]
        // Otherwise a statement over an array, whose length its plan does not know, is planned whenever it runs
        // (https://www.postgresql.org/docs/15/sql-prepare.html#SQL-PREPARE-NOTES).
        if plansOnce { settings.append("plan_cache_mode=force_generic_plan") }
        return settings.map { "-c \($0)" }.joined(separator: " ")
    }
}
