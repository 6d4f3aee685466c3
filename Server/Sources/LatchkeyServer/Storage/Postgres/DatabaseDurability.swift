import LatchkeyPostgres

/// What a server of PostgreSQL's says of how long its commits last.
struct DatabaseDurability: Sendable {
    /// Whether what it has committed survives its crash: `fsync`, and `full_page_writes`.
    var syncs: Bool
    var writesFullPages: Bool
    /// Which standbys its commits wait for: `synchronous_standby_names`. Empty for none.
    var standbyNames: String
    /// How many standbys it may have: `max_wal_senders`. Of 0, no commit waits, whatever the names say.
    var maximumStandbys: Int64
    /// Whether the role may see what the standbys have.
    var seesStandbys: Bool

    static let query = PostgresStatement(
        """
        SELECT current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on',
            current_setting('synchronous_standby_names'), current_setting('max_wal_senders')::bigint,
            pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')
        """)

    /// - Throws: ``SettingError`` where a commit could be lost.
    func demand(_ replicas: PostgresSettings.Replicas) throws {
        guard syncs else { throw Self.refusal("has fsync off, and loses commits in a crash") }
        guard writesFullPages else {
            throw Self.refusal("has full_page_writes off, and cannot mend a page that a crash has torn")
        }
        guard case .required = replicas else { return }
        guard !standbyNames.isEmpty else {
            throw SettingError(
                name: .databaseReplicas,
                reason: "the server waits for no standby (synchronous_standby_names); none is for a single server")
        }
        guard maximumStandbys > 0 else {
            throw SettingError(
                name: .databaseReplicas,
                reason: "the server takes no standby (max_wal_senders is 0); none is for a single server")
        }
        guard seesStandbys else {
            throw SettingError(
                name: .databaseReplicas,
                reason: "the role cannot see what standbys have; GRANT pg_read_all_stats to it")
        }
    }

    private static func refusal(_ reason: String) -> SettingError {
        SettingError(name: .databaseURL, reason: "the server \(reason)")
    }
}

extension DatabaseDurability {
    /// - Parameter row: Of the ``query``.
    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            syncs: try row.value(0), writesFullPages: try row.value(1), standbyNames: try row.value(2),
            maximumStandbys: try row.value(3), seesStandbys: try row.value(4))
    }
}
