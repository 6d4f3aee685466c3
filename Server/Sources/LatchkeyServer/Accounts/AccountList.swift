/// The list of accounts for the operator.
struct AccountList: Sendable {
    let store: any Store

    /// Returns all accounts by address, those that cannot be read first (V15).
    func reports() async throws -> [AccountReport] {
        var reports: [AccountReport] = []
        var end: String?
        repeat {
            let page = try await store.read { [end] in try $0.accounts.page(after: end, limit: 1000) }
            reports += page.rows.map { row in
                row.value.map { AccountReport($0) } ?? AccountReport(unreadable: row.key)
            }
            end = page.next
        } while end != nil
        return reports.sorted { ($0.details?.email ?? "") < ($1.details?.email ?? "") }
    }
}
