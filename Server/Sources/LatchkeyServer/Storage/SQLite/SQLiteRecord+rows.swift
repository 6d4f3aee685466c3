import Foundation
import GRDB

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
