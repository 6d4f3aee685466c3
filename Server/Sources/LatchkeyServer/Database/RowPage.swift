/// A page of rows in the store's order.
struct RowPage<Row: Sendable>: Sendable {
    let rows: [Row]
    /// The start of the next page; nil after the last.
    let next: String?
}
