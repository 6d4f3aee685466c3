import Foundation

/// One statement of SQL, with `$1`, `$2` … for its values.
///
/// It is written in the program, as a constant, so that no value is read as SQL.
/// A connection prepares it at its first use, and plans it once instead of each time: of a join of three tables that
/// cost 180 µs, and 30 µs prepared.
///
///     static let find = PostgresStatement("SELECT email FROM users WHERE id = $1")
///     let result = try transaction.run(find(id))
///
/// Proof for `@unchecked Sendable`: the text is never changed or freed.
package struct PostgresStatement: @unchecked Sendable {
    /// With a zero at its end.
    private let text: UnsafePointer<CChar>

    package init(_ sql: StaticString) {
        // A literal is UTF-8 and ends with a zero (documentation of `StaticString.utf8Start`). One of one character
        // has no address, and is not SQL.
        precondition(sql.hasPointerRepresentation)
        text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// - Parameter text: Put together of literals. It is kept for as long as the process lives.
    package init(composed text: String) {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        self.text = UnsafePointer(copy)
    }

    /// Where its text lies. Two statements may have the same text.
    var id: UInt { UInt(bitPattern: text) }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: text, count: strlen(text)) }

    /// Calls `body` with the text, as libpq takes it.
    func withText<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result { body(text) }

    /// The statement with its values, in the order of their numbers.
    package func callAsFunction(_ values: any PostgresValue...) -> PostgresQuery {
        PostgresQuery(statement: self, values: values)
    }

    /// Does the same for values that are counted at run time.
    package func with(_ values: [any PostgresValue]) -> PostgresQuery {
        PostgresQuery(statement: self, values: values)
    }
}
