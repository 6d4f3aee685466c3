import Foundation
import LatchkeyPostgres

/// What the repositories of one transaction share.
final class PostgresRepositoryContext {
    private let transaction: PostgresTransaction
    /// The beat of this one is read with what a transaction begins with.
    let process: UUID
    /// The versions of the rows as this transaction has read them, by id.
    private var versions: [UUID: Int64] = [:]

    /// What the transaction has locked, where that was looked up by an account's row.
    private let lock: AccountLock?
    /// What was read behind the lock, in the same round trip, of those that the subject names. It is as new as what
    /// would be read now, until the transaction does something.
    private var readWithLock: LockedCaller?

    /// - Parameter lock: Nil where nothing was locked.
    init(_ transaction: PostgresTransaction, process: UUID, lock: SubjectLock?) {
        self.transaction = transaction
        self.process = process
        self.lock = lock?.account
        readWithLock = lock?.caller
    }

    func takeReadWithLock(_ key: CallerPostgresRepository.Key) -> PostgresResult? {
        let taken = readWithLock.take()
        return taken?.key == key ? taken?.found : nil
    }

    func run(_ query: PostgresQuery) throws -> PostgresResult {
        readWithLock = nil
        return try transaction.run(query)
    }

    func queue(_ query: PostgresQuery) {
        readWithLock = nil
        transaction.queue(query)
    }

    /// Checks, as an account is read, that what the transaction has locked still locks it.
    ///
    /// - Throws: ``PostgresError/conflict`` when the account's address changed while the lock was waited for.
    func demandLock(of accountID: String, key: Int64) throws {
        guard let lock, lock.key != key, UUID(rowID: accountID) == lock.accountID else { return }
        throw PostgresError.conflict
    }

    func noteVersion(_ version: Int64, of id: UUID) { versions[id] = version }

    /// The version that a change of the whole row replaces.
    ///
    /// - Throws: ``PostgresError/conflict`` when the transaction has not read the row: what it would write is older.
    func version(of id: UUID) throws -> Int64 {
        guard let version = versions[id] else { throw PostgresError.conflict }
        return version
    }
}

/// A repository on a transaction of PostgreSQL.
///
/// What changes a bounded number of rows collects their keys in an array, which is done once, and then finds each row
/// by its key: a join, by a plan that does not know the bound, reads the whole table. What finds few rows of many by a
/// time orders them by it: for a plan that does not know the time, a third of the table meets the condition, and
/// PostgreSQL reads all of it.
protocol PostgresRepository {
    var context: PostgresRepositoryContext { get }
}

extension PostgresRepository {
    /// Runs a statement for its result. One round trip.
    func run(_ query: PostgresQuery) throws -> PostgresResult { try context.run(query) }

    /// Has a statement without a result sent with the next one that has one, or with COMMIT. If it fails, so does that.
    func queue(_ query: PostgresQuery) { context.queue(query) }

    /// Replaces a row. Throws ``PostgresError/conflict`` when it is no longer the one that was read.
    func update(_ id: UUID, _ query: (_ version: Int64) -> PostgresQuery) throws {
        let version = try context.version(of: id)
        guard try run(query(version)).affected == 1 else { throw PostgresError.conflict }
        context.noteVersion(version + 1, of: id)
    }
}

extension UUID {
    /// The id of a row that is stored.
    ///
    /// - Throws: ``UnreadableRowError`` for a text that no server makes as an id.
    init(storedID text: String, of table: String) throws {
        guard let id = UUID(rowID: text) else { throw UnreadableRowError(table: table, id: nil) }
        self = id
    }
}

extension Timestamp {
    var value: Int64 { milliseconds }
}
