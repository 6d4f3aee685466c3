import Foundation

/// The rows of passkeys. They are deleted with their account, and with their passcode; see ``AccountRows/update(_:)``.
struct PasskeyRows {
    let session: any DatabaseSession

    private static let byCredential = Statement("SELECT \(Passkey.table) FROM passkeys WHERE credential_id = $1")
    private static let ofAccount = Statement(
        """
        SELECT \(Statement.Text.key), \(Passkey.table) FROM passkeys WHERE account_id = $1
        ORDER BY created_at, \(Statement.Text.age)
        """)
    private static let count = Statement("SELECT count(*) FROM passkeys WHERE account_id = $1")
    private static let rename = Statement("UPDATE passkeys SET name = $2 WHERE id = $1")
    private static let use = Statement("UPDATE passkeys SET counter = $2, last_used_at = $3 WHERE id = $1")
    private static let delete = Statement("DELETE FROM passkeys WHERE id = $1 AND account_id = $2")
    private static let deleteOfAccount = Statement("DELETE FROM passkeys WHERE account_id = $1")
    private static let reseal = Statement("UPDATE passkeys SET public_key = $2 WHERE id = $1")

    func find(id: String) throws -> Passkey? { try session.first(Passkey.table.find, .id(id)) }

    func find(credentialID: Data) throws -> Passkey? { try session.first(Self.byCredential, .data(credentialID)) }

    /// Returns the account's passkeys, oldest first.
    func list(accountID: String) throws -> [StoredRow<Passkey>] { try session.stored(Self.ofAccount, .id(accountID)) }

    func count(accountID: String) throws -> Int { try session.number(Self.count, .id(accountID)) }

    /// Inserts a passkey. A credential is unique among all accounts.
    func insert(_ passkey: Passkey) throws { try session.insert(passkey) }

    func rename(id: String, to name: String) throws { try session.send(Self.rename, [.id(id), .text(name)]) }

    func noteUse(id: String, counter: Int, at time: Timestamp) throws {
        try session.send(Self.use, [.id(id), .count(counter), .time(time)])
    }

    /// Returns false if the account has no such passkey.
    func delete(id: String, accountID: String) throws -> Bool {
        try session.count(Self.delete, [.id(id), .id(accountID)]) == 1
    }

    func deleteAll(accountID: String) throws { try session.send(Self.deleteOfAccount, [.id(accountID)]) }

    /// Returns up to `limit` IDs after the previous page.
    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        try session.keys(of: Passkey.table, after: end, limit: limit)
    }

    /// Replaces the sealed public key.
    func reseal(id: String, _ publicKey: String) throws {
        try session.send(Self.reseal, [.id(id), .text(publicKey)])
    }
}
