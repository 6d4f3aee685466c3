import Foundation
import GRDB

/// A row whose columns are its properties in snake_case: `accountID` is `account_id`.
protocol SQLiteRecord: Codable, FetchableRecord, PersistableRecord {
    /// The column that tells rows apart, for ``UnreadableRowError``; nil where it is the digest of a secret.
    static var idColumn: String? { get }
    /// Of each column that holds less than ``StoredValue`` allows: of a number its value, of text the count of its
    /// Unicode scalars, of data that of its bytes. They are within those of the schema, with room for the next number
    /// of what counts: a row that can be read can be written back.
    static var bounds: [String: ClosedRange<Int64>] { get }
    /// The columns of data. A bit on the disk tells text from data, and GRDB reads the one as the other.
    static var dataColumns: Set<String> { get }
    /// Whether the values are within the bounds that their kinds alone do not state.
    var isPlausible: Bool { get }
}

extension SQLiteRecord {
    static var idColumn: String? { "id" }
    static var bounds: [String: ClosedRange<Int64>] { [:] }
    static var dataColumns: Set<String> { [] }
    var isPlausible: Bool { true }

    /// Throws ``UnreadableRowError`` when a column holds anything but what belongs there.
    init(row: Row) throws {
        let stored = row
        // A copy converts by the kind that is stored. A row that is still the statement's reads text as the number 0.
        let row = stored.copy()
        guard row.databaseValues.enumerated().allSatisfy({ stored.isPlausible($1, at: $0) }),
            row.allSatisfy({ Self.isOfKind($1, in: $0) && Self.isInBounds($1, of: $0) }),
            let record = try? FetchableRecordDecoder().decode(Self.self, from: row), record.isPlausible
        else {
            throw UnreadableRowError(table: Self.databaseTableName, id: Self.id(of: row))
        }
        self = record
    }

    private static func isOfKind(_ value: DatabaseValue, in column: String) -> Bool {
        switch value.storage {
        case .blob: dataColumns.contains(column)
        case .string: !dataColumns.contains(column)
        case .null, .int64, .double: true
        }
    }

    private static func isInBounds(_ value: DatabaseValue, of column: String) -> Bool {
        bounds[column].map { StoredValue.size(of: value, isIn: $0) } ?? true
    }

    /// - Parameter row: a copy.
    private static func id(of row: Row) -> String? {
        guard let idColumn, let value: DatabaseValue = row[idColumn] else { return nil }
        return String.fromDatabaseValue(value) ?? Int64.fromDatabaseValue(value).map(String.init)
    }

    func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
        try naming { _ = try insert() }
    }

    func aroundUpdate(_ db: Database, columns: Set<String>, update: () throws -> PersistenceSuccess) throws {
        try naming { _ = try update() }
    }

    /// Throws ``UnreadableRowError`` where the database refuses one of the values.
    private func naming(_ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as DatabaseError where error.isOfRow {
            throw UnreadableRowError(table: Self.databaseTableName, id: nil)
        }
    }

    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
        .custom { key in ColumnName.column(of: key.stringValue) }
    }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
        .custom { column in PropertyKey(stringValue: ColumnName.property(of: column)) }
    }
}

extension SQLiteRecord where Self: Sendable {
    /// Reads each row by itself, so that one that cannot be read does not hide the others.
    ///
    /// The statement gives the row's key as `row_key`.
    static func fetchRows(
        _ db: Database, sql: String, arguments: StatementArguments
    ) throws -> [StoredRow<Self>] {
        var rows: [StoredRow<Self>] = []
        // Not from copies: in these, text that was cut looks whole.
        let cursor = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        while let row = try cursor.next() {
            rows.append(StoredRow(key: row["row_key"] ?? "", value: try readable(row)))
        }
        return rows
    }

    private static func readable(_ row: Row) throws -> Self? {
        do {
            return try Self(row: row)
        } catch let error as DatabaseError {
            throw error
        } catch {
            return nil
        }
    }
}

extension Set<String> {
    /// For `json_each`, which makes one bound value of many.
    var jsonArray: String {
        guard !isEmpty else { return "[]" }
        // Encoding an array of texts cannot fail.
        return (try? JSONEncoder().encode(sorted())).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}

extension Row {
    fileprivate func isPlausible(_ value: DatabaseValue, at index: Int) -> Bool {
        guard StoredValue.isPlausible(value) else { return false }
        return if case .string(let text) = value.storage { hasWhole(text, at: index) } else { true }
    }
}

private struct PropertyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Timestamp: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Timestamp? {
        guard case .int64(let number) = value.storage, StoredValue.numbers.contains(number) else { return nil }
        return Timestamp(milliseconds: number)
    }
}

extension Account: SQLiteRecord {
    static let databaseTableName = "users"
    static let dataColumns: Set = ["passcode_salt"]
    static let bounds: [String: ClosedRange<Int64>] = [
        "id": 1...64, "email": 1...254, "language": 1...35, "passcode_hash": 1...65_536, "passcode_salt": 0...64,
        "recovery_key": 1...65_536, "passcode_timeout_minutes": timeouts, "failures": StoredValue.counters,
        "passcode_version": StoredValue.counters, "mail_trouble": 1...64, "identity_issuer": 1...2048,
        "identity_subject": 1...255, "passkey_count": passkeyCounts, "passkeys_version": StoredValue.counters,
    ]
}
extension Session: SQLiteRecord {
    static let databaseTableName = "sessions"
    static let dataColumns: Set = ["challenge_digest"]
    static let bounds: [String: ClosedRange<Int64>] = [
        "id": 1...64, "transport": 1...64, "lock": 1...64, "device_name": 1...256, "previous_refresh_digest": 1...64,
        "refresh_family": 1...64,
        "lock_version": StoredValue.counters, "failures": StoredValue.counters,
        "refresh_generation": StoredValue.counters, "passcode_generation": StoredValue.counters,
        "challenge_digest": 32...32,
    ]
}
extension SessionToken: SQLiteRecord {
    static let databaseTableName = "session_tokens"
    static let idColumn: String? = nil
}
extension OneTimeToken: SQLiteRecord {
    static let databaseTableName = "one_time_tokens"
    static let bounds: [String: ClosedRange<Int64>] = ["code_tries": tries]
}
extension MailRequest: SQLiteRecord { static let databaseTableName = "mail_requests" }
extension Notice: SQLiteRecord {
    static let databaseTableName = "notices"
    static let bounds: [String: ClosedRange<Int64>] = ["count": counts]
}
extension QueuedMail: SQLiteRecord {
    static let databaseTableName = "outbox"
    static let bounds: [String: ClosedRange<Int64>] = ["failures": failureCounts]
}
extension StagedPasscode: SQLiteRecord {
    static let databaseTableName = "staged_passcodes"
    static let idColumn: String? = nil
}
