import GRDB

/// A row whose columns are its properties in snake_case: `accountID` is `account_id`.
protocol SQLiteRecord: Codable, FetchableRecord, PersistableRecord {
    /// The column that tells rows apart, for ``UnreadableRowError``; nil where it is the digest of a secret.
    static var idColumn: String? { get }
    /// Whether the values are within the bounds that their kinds alone do not state.
    var isPlausible: Bool { get }
}

extension SQLiteRecord {
    static var idColumn: String? { "id" }
    var isPlausible: Bool { true }

    /// Throws ``UnreadableRowError`` when a column holds anything but what belongs there.
    init(row: Row) throws {
        let stored = row
        // A copy converts by the kind that is stored. A row that is still the statement's reads text as the number 0.
        let row = stored.copy()
        guard row.databaseValues.enumerated().allSatisfy({ stored.isPlausible($1, at: $0) }),
            let record = try? FetchableRecordDecoder().decode(Self.self, from: row), record.isPlausible
        else {
            throw UnreadableRowError(table: Self.databaseTableName, id: Self.id(of: row))
        }
        self = record
    }

    /// - Parameter row: a copy.
    private static func id(of row: Row) -> String? {
        guard let idColumn, let value: DatabaseValue = row[idColumn] else { return nil }
        return String.fromDatabaseValue(value) ?? Int64.fromDatabaseValue(value).map(String.init)
    }

    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
        .custom { key in ColumnName.column(of: key.stringValue) }
    }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
        .custom { column in PropertyKey(stringValue: ColumnName.property(of: column)) }
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

    /// The id and the address go into headers.
    var isPlausible: Bool {
        let isVisible = (id + email).unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) }
        return isVisible && !id.isEmpty && !email.isEmpty && Self.timeouts.contains(passcodeTimeoutMinutes)
    }
}
extension Session: SQLiteRecord { static let databaseTableName = "sessions" }
extension SessionToken: SQLiteRecord {
    static let databaseTableName = "session_tokens"
    static let idColumn: String? = nil
}
extension Reservation: SQLiteRecord { static let databaseTableName = "reservations" }
extension OneTimeToken: SQLiteRecord { static let databaseTableName = "one_time_tokens" }
extension MailRequest: SQLiteRecord { static let databaseTableName = "mail_requests" }
extension Notice: SQLiteRecord { static let databaseTableName = "notices" }
extension QueuedMail: SQLiteRecord { static let databaseTableName = "outbox" }
extension ActivityEvent: SQLiteRecord { static let databaseTableName = "activity" }
extension StagedPasscode: SQLiteRecord {
    static let databaseTableName = "staged_passcodes"
    static let idColumn: String? = nil
}
