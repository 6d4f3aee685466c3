@testable import LatchkeyServer

extension AccountRows {
    /// Returns all accounts by address, unreadable ones last.
    func all() throws -> [StoredRow<Account>] {
        try collected { try page(after: $0, limit: 2) }.sorted { ($0.value?.email ?? "~") < ($1.value?.email ?? "~") }
    }

    func ids() throws -> [String] { try collected { try page(after: $0, limit: 2) }.map(\.key).sorted() }
}

extension OutboxRows {
    func ids() throws -> [String] { try collected { try ids(after: $0, limit: 2) }.sorted() }
}

/// Returns the rows of all pages.
private func collected<Row>(_ page: (String?) throws -> RowPage<Row>) rethrows -> [Row] {
    var rows: [Row] = []
    var end: String?
    repeat {
        let next = try page(end)
        rows += next.rows
        end = next.next
    } while end != nil
    return rows
}
