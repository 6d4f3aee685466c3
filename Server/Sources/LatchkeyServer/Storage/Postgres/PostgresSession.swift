import Foundation
import LatchkeyPostgres

/// A session of a PostgreSQL transaction.
final class PostgresSession: DatabaseSession {
    private let transaction: PostgresTransaction
    /// The process whose heartbeat is read at the start of a transaction.
    let process: UUID
    /// The versions of rows as read by this transaction, by ID.
    private var versions: [UUID: Int64] = [:]

    /// The lock of the transaction, if it was found by an account's row.
    private let lock: AccountLock?
    /// The caller read after the lock, in the same round trip. Current until the transaction does something.
    private var readWithLock: LockedCaller?

    private let trace: (@Sendable (String) -> Void)?

    /// - Parameters:
    ///   - lock: Nil if nothing was locked.
    ///   - trace: Receives the text of each statement, without its values.
    init(
        _ transaction: PostgresTransaction, process: UUID, lock: ScopeLock?,
        trace: (@Sendable (String) -> Void)? = nil
    ) {
        (self.transaction, self.process, self.trace) = (transaction, process, trace)
        self.lock = lock?.account
        readWithLock = lock?.caller
    }

    func takeReadWithLock(_ key: PostgresCallers.Key) -> PostgresResult? {
        let taken = readWithLock.take()
        return taken?.key == key ? taken?.found : nil
    }

    func run(_ query: PostgresQuery) throws -> PostgresResult {
        readWithLock = nil
        trace?(query.text)
        return try transaction.run(query)
    }

    func rows<Value>(
        _ statement: Statement, _ values: [SQLValue], _ read: (any FoundRow) throws -> Value
    ) throws -> [Value] {
        try run(statement.postgres.with(values.map(\.parameter))).rows
            .map { try read(PostgresFoundRow(row: $0, session: self)) }
    }

    func count(_ statement: Statement, _ values: [SQLValue]) throws -> Int {
        try run(statement.postgres.with(values.map(\.parameter))).affected
    }

    func send(_ statement: Statement, _ values: [SQLValue]) throws {
        readWithLock = nil
        let query = statement.postgres.with(values.map(\.parameter))
        trace?(query.text)
        transaction.queue(query)
    }

    func insert(into table: Table, by statement: Statement, _ values: [SQLValue]) throws {
        // An invalid ID would become NULL.
        for case .id(let id?) in values where UUID(rowID: id) == nil {
            throw InvalidRowError(table: table.name, id: nil)
        }
        try send(statement, values + lockKey(of: table, values))
        if table.hasVersion, let id = values[0].uuid { versions[id] = 0 }
    }

    func update(_ table: Table, by update: RowUpdate, _ values: [SQLValue]) throws {
        var parameters = [values[0]] + update.columns.map { values[$0] }
        if update.changesLockKey { parameters += lockKey(of: table, values) }
        guard table.hasVersion else { return try send(update.statement, parameters) }
        // A row that was not read may be outdated.
        guard let id = values[0].uuid, let version = versions[id] else { throw PostgresError.conflict }
        guard try count(update.statement, parameters + [.number(version)]) == 1 else { throw PostgresError.conflict }
        versions[id] = version + 1
    }

    func updateEach(_ update: BulkUpdate, _ values: [SQLValue]) throws {
        if update.isInBatches {
            while try count(update.statement, values) == 1000 {}
        } else if update.returnsVersions {
            // A row changed here may be replaced here.
            for row in try run(update.statement.postgres.with(values.map(\.parameter))).rows {
                versions[try row.value(0)] = try row.value(1, as: Int64.self)
            }
        } else {
            try send(update.statement, values)
        }
    }

    private static let lockIfFree = PostgresStatement("SELECT pg_try_advisory_xact_lock($1)")

    /// Locks the key if it is free. Does not wait, because another write may wait for this one's locks.
    func lockIfFree(_ key: Int64) throws -> Bool {
        try run(Self.lockIfFree(key)).first?.value(0, as: Bool.self) ?? false
    }

    private func lockKey(of table: Table, _ values: [SQLValue]) -> [SQLValue] {
        guard let column = table.lockKey, case .text(let address?) = values[column] else { return [] }
        return [.number(LockKey.ofAddress(address))]
    }

    /// Records the version of a row, and checks that the transaction's lock still covers it.
    ///
    /// - Throws: ``PostgresError/conflict`` if the account's address changed while waiting for the lock.
    fileprivate func noteRead(_ row: PostgresRow, of table: Table, from start: Int) throws {
        guard table.hasVersion else { return }
        let id = try row.value(start, as: UUID.self)
        let last = start + table.width - 1
        if table.lockKey != nil, let lock, id == lock.accountID,
            try row.value(last - 1, as: Int64.self) != lock.key
        {
            throw PostgresError.conflict
        }
        versions[id] = try row.value(last, as: Int64.self)
    }
}

extension SQLValue {
    fileprivate var uuid: UUID? {
        if case .id(let text?) = self { UUID(rowID: text) } else { nil }
    }

    fileprivate var parameter: any PostgresValue {
        switch self {
        case .id(let text): text.flatMap { UUID(rowID: $0) }
        case .digest(let text): text.flatMap(HexText.decode)
        case .text(let text): text
        case .data(let bytes): bytes
        case .number(let number): number
        case .flag(let flag): flag
        case .noToken: Int64.random(in: 0..<Schema.noTokens)
        case .place(let text): text.flatMap { UUID(rowID: $0) } ?? UUID.least
        }
    }
}

/// A row of libpq. PostgreSQL's types are strict: a column of another type is an error of the statement.
struct PostgresFoundRow: FoundRow {
    let row: PostgresRow
    /// Records the versions of rows; nil if none is updated.
    var session: PostgresSession?

    func id(_ column: Int) throws -> String? {
        try row.id(column).map { HexText.encode($0.bytes) }
    }
    func digest(_ column: Int) throws -> String? { try row.bytes(column).map { HexText.encode($0) } }
    func text(_ column: Int) throws -> String? { try row.text(column) }
    func data(_ column: Int) throws -> [UInt8]? { try row.bytes(column) }
    func number(_ column: Int) throws -> Int64? { try row.number(column) }
    func flag(_ column: Int) throws -> Bool? { try row.flag(column) }
    func place(_ column: Int) throws -> String { try id(column) ?? "" }

    func noteRead(of table: Table, from start: Int) throws { try session?.noteRead(row, of: table, from: start) }
}

extension UUID {
    /// The lowest ID, which precedes all others.
    static let least = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The bytes in the order of the text.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// Returns nil for a text that is not a row's ID: 32 lower-case hexadecimal digits.
    init?(rowID text: String) {
        guard let bytes = HexText.decode(text), bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
