/// The rows of unlock keys. An account that requires a reset has no usable one; see ``AccountRows/update(_:)``.
struct UnlockKeyRows {
    let session: any DatabaseSession

    private static let byToken = Statement("SELECT \(UnlockKey.table) FROM unlock_keys WHERE token_digest = $1")
    private static let ofAccount = Statement(
        """
        SELECT \(Statement.Text.key), \(UnlockKey.table) FROM unlock_keys WHERE account_id = $1
        ORDER BY created_at, \(Statement.Text.age)
        """)
    // A cast, so that a damaged row does not hide others.
    private static let spent = Statement(
        """
        SELECT \(sqlite: "CAST(id AS TEXT), CAST(account_id AS TEXT)", postgres: "id, account_id") FROM unlock_keys
        WHERE failures = 10 AND private_key IS NOT NULL AND attempted_at <= $1 ORDER BY attempted_at LIMIT $2
        """)
    private static let destroy = Statement("UPDATE unlock_keys SET private_key = NULL WHERE id = $1")
    private static let destroyOfAccount = BulkUpdate(
        of: UnlockKey.table, set: "private_key = NULL", where: "account_id = $1 AND private_key IS NOT NULL",
        deletesRejected: true)
    private static let destroyAll = BulkUpdate(
        of: UnlockKey.table, set: "private_key = NULL", where: "private_key IS NOT NULL", deletesRejected: true)
    private static let deleteUnusable = Statement(
        """
        DELETE FROM unlock_keys WHERE account_id = $1 AND (private_key IS NULL OR passcode_version <> $2)
        AND created_at <= (
            SELECT created_at FROM unlock_keys WHERE account_id = $1
            AND (private_key IS NULL OR passcode_version <> $2)
            ORDER BY created_at DESC LIMIT 1 OFFSET $3)
        """)
    private static let deletePending = UnlockKey.table.deletion(upTo: "created_at", where: "tag_digest IS NULL")
    private static let reseal = Statement("UPDATE unlock_keys SET private_key = $3 WHERE id = $1 AND private_key = $2")

    func find(id: String) throws -> UnlockKey? { try session.first(UnlockKey.table.find, .id(id)) }

    func find(tokenDigest: String) throws -> UnlockKey? { try session.first(Self.byToken, .digest(tokenDigest)) }

    /// Returns the account's keys, oldest first, including destroyed ones.
    func list(accountID: String) throws -> [StoredRow<UnlockKey>] { try session.stored(Self.ofAccount, .id(accountID)) }

    /// Returns keys whose last possible attempt was up to `time`, with their accounts.
    func spent(upTo time: Timestamp, limit: Int) throws -> [(id: String, accountID: String)] {
        try session.rows(Self.spent, [.time(time), .count(limit)]) { row in
            guard let id = try? row.id(0), let accountID = try? row.id(1) else { return nil }
            return (id, accountID)
        }.compactMap(\.self)
    }

    func insert(_ key: UnlockKey) throws { try session.insert(key) }

    /// Updates all columns that are not fixed. Does not restore a destroyed key.
    func update(_ key: UnlockKey) throws { try session.update(key) }

    /// Destroys the key with this ID among `keys`, and all others of its device. Returns nil if there is none, or it is
    /// destroyed.
    func shut(_ id: String, among keys: [UnlockKey]) throws -> UnlockKey? {
        let device = keys.device(id)
        for key in device { try destroy(id: key.id) }
        return device.first { $0.id == id }
    }

    /// Destroys the private key. The row remains, so that the device learns it.
    func destroy(id: String) throws { try session.send(Self.destroy, [.id(id)]) }

    /// Destroys the account's private keys. Deletes a damaged row that cannot be changed.
    func destroyAll(accountID: String) throws { try session.updateEach(Self.destroyOfAccount, [.id(accountID)]) }

    /// Destroys all private keys of all accounts.
    func destroyAll() throws { try session.updateEach(Self.destroyAll, []) }

    func delete(id: String) throws { try session.send(UnlockKey.table.delete, [.id(id)]) }

    /// Deletes the account's keys that were destroyed or have another passcode version, except the latest `count`.
    func deleteUnusable(accountID: String, passcodeVersion: Int, keeping count: Int) throws {
        try session.send(Self.deleteUnusable, [.id(accountID), .count(passcodeVersion), .count(count)])
    }

    /// Deletes keys registered up to `time` and never confirmed.
    func deletePending(upTo time: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deletePending, [.time(time), .count(limit)])
    }

    /// Returns up to `limit` keys after the previous page, including destroyed ones.
    func page(after end: String?, limit: Int) throws -> RowPage<StoredRow<UnlockKey>> {
        try session.page(after: end, limit: limit)
    }

    /// Returns up to `limit` IDs after the previous page.
    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        try session.keys(of: UnlockKey.table, after: end, limit: limit)
    }

    /// Replaces the sealed private key, unless it was destroyed.
    func reseal(id: String, _ old: String, to new: String) throws {
        try session.send(Self.reseal, [.id(id), .text(old), .text(new)])
    }
}
