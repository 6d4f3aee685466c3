/// Some of the rows of a table, in an order of the store's own.
struct RowPage<Row: Sendable>: Sendable {
    let rows: [Row]
    /// Where the next page begins; nil after the last one.
    let next: String?
}
