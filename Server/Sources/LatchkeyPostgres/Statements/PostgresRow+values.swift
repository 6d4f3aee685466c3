package import Foundation

/// Columns that may be NULL. These are not generic: in another module, the metadata of `Value?` would be looked up for
/// each value, which takes longer than reading it.
extension PostgresRow {
    package func id(_ column: Int) throws(PostgresError) -> UUID? { try value(column) }
    package func bytes(_ column: Int) throws(PostgresError) -> [UInt8]? { try value(column) }
    package func text(_ column: Int) throws(PostgresError) -> String? { try value(column) }
    package func number(_ column: Int) throws(PostgresError) -> Int64? { try value(column) }
    package func flag(_ column: Int) throws(PostgresError) -> Bool? { try value(column) }
}
