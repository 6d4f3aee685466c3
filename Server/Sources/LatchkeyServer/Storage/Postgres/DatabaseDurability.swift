import LatchkeyPostgres

/// The durability settings of a PostgreSQL server.
struct DatabaseDurability: Sendable {
    /// Whether commits survive a crash: `fsync` and `full_page_writes`.
    var syncs: Bool
    var writesFullPages: Bool
    /// `synchronous_standby_names`. Empty if commits wait for no standby.
    var standbyNames: String
    /// `max_wal_senders`. With 0, commits never wait.
    var maximumStandbys: Int64
    /// Whether the role can read the state of standbys.
    var seesStandbys: Bool

    static let query = PostgresStatement(
        """
        SELECT current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on',
            current_setting('synchronous_standby_names'), current_setting('max_wal_senders')::bigint,
            pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')
        """)

    /// Throws ``SettingError`` if a commit could be lost.
    func demand(_ replicas: PostgresSettings.Replicas) throws {
        guard syncs else { throw Self.rejection("has fsync disabled, and loses commits in a crash. Enable it") }
        guard writesFullPages else {
            throw Self.rejection(
                "has full_page_writes disabled, and cannot recover a torn page after a crash. Enable it")
        }
        guard case .required = replicas else { return }
        guard !standbyNames.isEmpty else {
            throw SettingError(
                name: .databaseReplicas,
                reason: "synchronous_standby_names is empty on the server. Set it, or for a single server set none")
        }
        guard maximumStandbys > 0 else {
            throw SettingError(
                name: .databaseReplicas,
                reason: "max_wal_senders is 0 on the server. Raise it, or for a single server set none")
        }
        guard seesStandbys else {
            throw SettingError(
                name: .databaseReplicas,
                reason: "the role cannot read the state of standbys; grant it pg_read_all_stats")
        }
    }

    private static func rejection(_ reason: String) -> SettingError {
        SettingError(name: .databaseURL, reason: "the server \(reason)")
    }
}

extension DatabaseDurability {
    /// - Parameter row: A row of the ``query``.
    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            syncs: try row.value(0), writesFullPages: try row.value(1), standbyNames: try row.value(2),
            maximumStandbys: try row.value(3), seesStandbys: try row.value(4))
    }
}
