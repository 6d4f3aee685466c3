import Foundation
import GRDB

extension SQLiteRecord where Self: Sendable {
    /// Reads each row by itself, so that one that cannot be read does not hide the others.
    ///
    /// The statement gives the row's key as `row_key`.
    static func fetchRows(
        _ db: Database, sql: String, arguments: StatementArguments
    ) throws -> [StoredRow<Self>] {
        try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            let key = String.fromDatabaseValue(row["row_key"] ?? .null) ?? ""
            do {
                return StoredRow(key: key, value: try Self(row: row))
            } catch let error as DatabaseError {
                throw error
            } catch {
                return StoredRow(key: key, value: nil)
            }
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
