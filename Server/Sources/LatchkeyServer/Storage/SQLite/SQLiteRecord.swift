import Foundation
import GRDB

/// A row whose columns are its properties in snake_case: `accountID` is `account_id`.
protocol SQLiteRecord: Codable, FetchableRecord, PersistableRecord {}

extension SQLiteRecord {
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
        .custom { column in PropertyKey(column: column) }
    }
}

private struct PropertyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(column: String) {
        let words = column.split(separator: "_")
        stringValue = words.dropFirst().reduce(String(words.first ?? "")) { name, word in
            name + (word == "id" ? "ID" : word.prefix(1).uppercased() + word.dropFirst())
        }
    }

    init?(stringValue: String) { self.stringValue = stringValue }
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
extension QueuedMail: SQLiteRecord { static let databaseTableName = "outbox" }
extension ActivityEvent: SQLiteRecord { static let databaseTableName = "activity" }
