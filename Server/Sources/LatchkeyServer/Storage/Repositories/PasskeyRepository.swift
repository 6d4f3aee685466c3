import Foundation

/// The passkeys. They go with their accounts, and with the passcode that they belong to; see
/// ``AccountRepository/update(_:)``.
protocol PasskeyRepository {
    func find(id: String) throws -> Passkey?
    func find(credentialID: Data) throws -> Passkey?
    /// Returns those of the account, oldest first.
    func list(accountID: String) throws -> [StoredRow<Passkey>]
    func count(accountID: String) throws -> Int
    /// A credential is stored once, whichever account has it.
    func insert(_ passkey: Passkey) throws
    func rename(id: String, to name: String) throws
    func noteUse(id: String, counter: Int, at time: Timestamp) throws
    /// Returns false when the account has no such passkey.
    func delete(id: String, accountID: String) throws -> Bool
    func deleteAll(accountID: String) throws
    /// Returns up to `limit` ids from where the page before them ended.
    func ids(after end: String?, limit: Int) throws -> RowPage<String>
    /// Stores the public key under another secret key.
    func reseal(id: String, _ publicKey: String) throws
}
