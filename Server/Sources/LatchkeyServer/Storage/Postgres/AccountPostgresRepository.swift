import Foundation
import LatchkeyPostgres

struct AccountPostgresRepository: AccountRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "users"

    private static let byID = PostgresStatement(
        """
        SELECT id, email, language, passcode_hash, passcode_salt, passcode_enabled, passcode_timeout_minutes,
            recovery_key, failures, reset_required, passcode_version, created_at, mail_trouble, mail_trouble_since,
            suspended_at, identity_issuer, identity_subject, passkey_count, passkeys_version, lock_key, row_version
        FROM users WHERE id = $1
        """)
    private static let byEmail = PostgresStatement(
        """
        SELECT id, email, language, passcode_hash, passcode_salt, passcode_enabled, passcode_timeout_minutes,
            recovery_key, failures, reset_required, passcode_version, created_at, mail_trouble, mail_trouble_since,
            suspended_at, identity_issuer, identity_subject, passkey_count, passkeys_version, lock_key, row_version
        FROM users WHERE email = $1
        """)
    private static let byIdentity = PostgresStatement(
        """
        SELECT id, email, language, passcode_hash, passcode_salt, passcode_enabled, passcode_timeout_minutes,
            recovery_key, failures, reset_required, passcode_version, created_at, mail_trouble, mail_trouble_since,
            suspended_at, identity_issuer, identity_subject, passkey_count, passkeys_version, lock_key, row_version
        FROM users WHERE identity_subject = $1 AND identity_issuer = $2
        """)
    private static let claim = PostgresStatement("SELECT pg_try_advisory_xact_lock($1)")
    private static let page = PostgresStatement(
        """
        SELECT id, email, language, passcode_hash, passcode_salt, passcode_enabled, passcode_timeout_minutes,
            recovery_key, failures, reset_required, passcode_version, created_at, mail_trouble, mail_trouble_since,
            suspended_at, identity_issuer, identity_subject, passkey_count, passkeys_version, lock_key, row_version
        FROM users WHERE id > $1 ORDER BY id LIMIT $2
        """)
    private static let insert = PostgresStatement(
        """
        INSERT INTO users (id, email, lock_key, language, passcode_hash, passcode_salt, passcode_enabled,
            passcode_timeout_minutes, recovery_key, failures, reset_required, passcode_version, created_at,
            mail_trouble, mail_trouble_since, suspended_at, identity_issuer, identity_subject, passkey_count,
            passkeys_version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
        """)
    private static let update = PostgresStatement(
        """
        UPDATE users SET language = $3, passcode_hash = $4, passcode_salt = $5, passcode_enabled = $6,
            passcode_timeout_minutes = $7, recovery_key = $8, failures = $9, reset_required = $10,
            passcode_version = $11, mail_trouble = $12, mail_trouble_since = $13, suspended_at = $14,
            identity_issuer = $15, identity_subject = $16, passkey_count = $17, passkeys_version = $18,
            row_version = row_version + 1
        WHERE id = $1 AND row_version = $2
        """)
    // With the address goes what writes about it lock.
    private static let changeAddress = PostgresStatement(
        """
        UPDATE users SET email = $3, lock_key = $4, row_version = row_version + 1 WHERE id = $1 AND row_version = $2
        """)
    private static let delete = PostgresStatement("DELETE FROM users WHERE id = $1")

    func find(id: String) throws -> Account? {
        guard let id = UUID(rowID: id) else { return nil }
        return try run(Self.byID(id)).first.map { try read($0) }
    }

    func find(email: String) throws -> Account? { try run(Self.byEmail(email)).first.map { try read($0) } }

    func find(_ identity: AccountIdentity) throws -> Account? {
        try run(Self.byIdentity(identity.subject, identity.issuer)).first.map { try read($0) }
    }

    /// It does not wait: a sign-in of the person locks the person before the account, and this write has the account.
    func claim(_ identity: AccountIdentity) throws -> Bool {
        try run(Self.claim(LockKey.of(identity))).first?.value(0, as: Bool.self) ?? false
    }

    /// It does not wait, as above.
    func claim(address: String) throws -> Bool {
        try run(Self.claim(LockKey.ofAddress(address))).first?.value(0, as: Bool.self) ?? false
    }

    func page(after end: String?, limit: Int) throws -> RowPage<StoredRow<Account>> {
        let start = end.flatMap { UUID(rowID: $0) } ?? UUID.zero
        let rows = try run(Self.page(start, Int64(limit))).rows.map { row in
            StoredRow(
                key: HexText.encode(try row.value(0, as: UUID.self).bytes),
                value: try unlessUnreadable { try read(row) })
        }
        return RowPage(rows: rows, next: rows.last?.key)
    }

    func insert(_ account: Account) throws {
        let id = try UUID(storedID: account.id, of: Self.table)
        queue(
            Self.insert(
                id, account.email, LockKey.ofAddress(account.email), account.language, account.passcodeHash,
                account.passcodeSalt.map { [UInt8]($0) }, account.passcodeEnabled,
                Int64(account.passcodeTimeoutMinutes), account.recoveryKey, Int64(account.failures),
                account.resetRequired, Int64(account.passcodeVersion), account.createdAt.value,
                account.mailTrouble?.rawValue, account.mailTroubleSince?.value, account.suspendedAt?.value,
                account.identityIssuer, account.identitySubject, Int64(account.passkeyCount ?? 0),
                account.passkeysVersion.map { Int64($0) }))
        context.noteVersion(0, of: id)
    }

    func update(_ account: Account) throws {
        let id = try UUID(storedID: account.id, of: Self.table)
        if account.hasEndedPasskeys { try PasskeyRows(session: context).deleteAll(accountID: account.id) }
        let account = account.withoutEndedPasskeys
        try update(id) { version in
            Self.update(
                id, version, account.language, account.passcodeHash, account.passcodeSalt.map { [UInt8]($0) },
                account.passcodeEnabled, Int64(account.passcodeTimeoutMinutes), account.recoveryKey,
                Int64(account.failures), account.resetRequired, Int64(account.passcodeVersion),
                account.mailTrouble?.rawValue, account.mailTroubleSince?.value, account.suspendedAt?.value,
                account.identityIssuer, account.identitySubject, Int64(account.passkeyCount ?? 0),
                account.passkeysVersion.map { Int64($0) })
        }
    }

    func changeAddress(of account: Account) throws {
        let id = try UUID(storedID: account.id, of: Self.table)
        try update(id) { version in
            Self.changeAddress(id, version, account.email, LockKey.ofAddress(account.email))
        }
    }

    func delete(id: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.delete(id))
    }

    /// - Parameter column: Where the columns of the row begin.
    func read(_ row: PostgresRow, from column: Int = 0) throws -> Account {
        var row = PostgresRowReader(row, of: Self.table, from: column)
        let id = try row.key()
        let account = Account(
            id: id, email: try row.value(), language: try row.value(), passcodeHash: try row.value(),
            passcodeSalt: try row.value([UInt8]?.self).map { Data($0) }, passcodeEnabled: try row.value(),
            passcodeTimeoutMinutes: try row.number(in: Account.timeouts), recoveryKey: try row.value(),
            failures: try row.number(), resetRequired: try row.value(), passcodeVersion: try row.number(),
            createdAt: try row.time(), mailTrouble: try row.optionalWord(), mailTroubleSince: try row.optionalTime(),
            suspendedAt: try row.optionalTime(), identityIssuer: try row.value(), identitySubject: try row.value(),
            passkeyCount: try row.number(in: Account.passkeyCounts), passkeysVersion: try row.optionalNumber())
        guard account.isPlausible else { throw row.unreadable }
        try context.demandLock(of: id, key: row.value())
        context.noteVersion(try row.value(), of: try UUID(storedID: id, of: Self.table))
        return account
    }
}
