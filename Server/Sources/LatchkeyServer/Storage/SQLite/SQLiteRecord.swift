import GRDB

/// A row whose columns are its properties in snake_case: `accountID` is `account_id`.
protocol SQLiteRecord: Codable, FetchableRecord, PersistableRecord {}

extension SQLiteRecord {
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
        .custom { key in ColumnName.column(of: key.stringValue) }
    }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
        .custom { column in PropertyKey(stringValue: ColumnName.property(of: column)) }
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
        Int64.fromDatabaseValue(value).map(Timestamp.init(milliseconds:))
    }
}

extension SessionToken.Kind: DatabaseValueConvertible {}

extension Account: SQLiteRecord { static let databaseTableName = "users" }
extension Session: SQLiteRecord { static let databaseTableName = "sessions" }
extension SessionToken: SQLiteRecord { static let databaseTableName = "session_tokens" }
extension Reservation: SQLiteRecord { static let databaseTableName = "reservations" }
extension OneTimeToken: SQLiteRecord { static let databaseTableName = "one_time_tokens" }
extension MailRequest: SQLiteRecord { static let databaseTableName = "mail_requests" }
extension Notice: SQLiteRecord { static let databaseTableName = "notices" }
extension QueuedMail: SQLiteRecord { static let databaseTableName = "outbox" }
extension ActivityEvent: SQLiteRecord { static let databaseTableName = "activity" }
