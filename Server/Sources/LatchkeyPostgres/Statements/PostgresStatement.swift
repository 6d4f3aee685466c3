import Foundation

/// An SQL statement with `$1`, `$2` … for its values.
///
/// It is a constant of the program, so that no value is parsed as SQL. A connection prepares it at its first use, and
/// plans it once: a join of three tables takes 30 µs instead of 180 µs.
///
///     static let find = PostgresStatement("SELECT email FROM users WHERE id = $1")
///     let result = try transaction.run(find(id))
///
/// Proof for `@unchecked Sendable`: the text is never changed or freed.
package struct PostgresStatement: @unchecked Sendable {
    /// The SQL text, null-terminated.
    private let text: UnsafePointer<CChar>

    package init(_ sql: StaticString) {
        // A literal is UTF-8 and null-terminated (`StaticString.utf8Start`). A single character has no address, and is
        // not SQL.
        precondition(sql.hasPointerRepresentation)
        text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Creates a statement from a text that is composed of literals.
    ///
    /// - Parameter text: Composed of literals. It is never freed.
    package init(composed text: String) {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        self.text = UnsafePointer(copy)
    }

    /// The address of the text. Two statements may have the same text.
    var id: UInt { UInt(bitPattern: text) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: text, count: strlen(text)) }

    /// Calls `body` with the text for libpq.
    func withText<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result { body(text) }

    /// Returns the statement with its values, in the order of their numbers.
    package func callAsFunction(_ values: any PostgresValue...) -> PostgresQuery {
        PostgresQuery(statement: self, values: values)
    }

    /// Returns the statement with a dynamic number of values.
    package func with(_ values: [any PostgresValue]) -> PostgresQuery {
        PostgresQuery(statement: self, values: values)
    }
}
