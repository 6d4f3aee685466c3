import Foundation

/// The passkeys. They go with their accounts, and with the passcode that they belong to; see
/// ``AccountRows/update(_:)``.
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

    /// Returns those of the account, oldest first.
    func list(accountID: String) throws -> [StoredRow<Passkey>] { try session.stored(Self.ofAccount, .id(accountID)) }

    func count(accountID: String) throws -> Int { try session.number(Self.count, .id(accountID)) }

    /// A credential is stored once, whichever account has it.
    func insert(_ passkey: Passkey) throws { try session.insert(passkey) }

    func rename(id: String, to name: String) throws { try session.send(Self.rename, [.id(id), .text(name)]) }

    func noteUse(id: String, counter: Int, at time: Timestamp) throws {
        try session.send(Self.use, [.id(id), .count(counter), .time(time)])
    }

    /// Returns false when the account has no such passkey.
    func delete(id: String, accountID: String) throws -> Bool {
        try session.count(Self.delete, [.id(id), .id(accountID)]) == 1
    }

    func deleteAll(accountID: String) throws { try session.send(Self.deleteOfAccount, [.id(accountID)]) }

    /// Returns up to `limit` ids from where the page before them ended.
    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        try session.keys(of: Passkey.table, after: end, limit: limit)
    }

    /// Stores the public key under another secret key.
    func reseal(id: String, _ publicKey: String) throws {
        try session.send(Self.reseal, [.id(id), .text(publicKey)])
    }
}
