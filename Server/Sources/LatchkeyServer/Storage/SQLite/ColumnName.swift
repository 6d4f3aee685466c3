import Synchronization

/// The names of a column and its property: `account_id` and `accountID`. Each is derived once and remembered, since
/// rows are read and written for every request.
enum ColumnName {
    private static let columns = Mutex<[String: String]>([:])
    private static let properties = Mutex<[String: String]>([:])

    static func column(of property: String) -> String {
        remembered(property, in: columns) {
            property.reduce(into: (text: "", endsLow: false)) { column, letter in
                if letter.isUppercase, column.endsLow { column.text += "_" }
                column = (column.text + letter.lowercased(), !letter.isUppercase)
            }.text
        }
    }

    static func property(of column: String) -> String {
        remembered(column, in: properties) {
            let words = column.split(separator: "_")
            return words.dropFirst().reduce(String(words.first ?? "")) { name, word in
                name + (word == "id" ? "ID" : word.prefix(1).uppercased() + word.dropFirst())
            }
        }
    }

    private static func remembered(
        _ name: String, in names: borrowing Mutex<[String: String]>, find: () -> String
    ) -> String {
        names.withLock { names in
            if let known = names[name] { return known }
            let found = find()
            names[name] = found
            return found
        }
    }
}
