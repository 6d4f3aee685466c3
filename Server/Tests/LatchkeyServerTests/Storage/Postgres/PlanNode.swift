/// A node of a plan, from `EXPLAIN (FORMAT JSON)` (https://www.postgresql.org/docs/15/sql-explain.html).
struct PlanNode: Decodable {
    let kind: String
    let table: String?
    let index: String?
    let condition: String?
    /// The estimated cost of the node and those below it; 1 is a page read in order.
    let cost: Double
    let hits: Int?
    let reads: Int?
    let parts: [PlanNode]?

    enum CodingKeys: String, CodingKey {
        case kind = "Node Type"
        case table = "Relation Name"
        case index = "Index Name"
        case condition = "Index Cond"
        case cost = "Total Cost"
        case hits = "Shared Hit Blocks"
        case reads = "Shared Read Blocks"
        case parts = "Plans"
    }

    /// Returns the number of pages read, in memory and on disk, except those of some tables.
    func pages(exceptOf others: Set<String> = []) -> Int {
        (hits ?? 0) + (reads ?? 0) - (parts ?? []).reduce(0) { $0 + $1.pages(of: others) }
    }

    private func pages(of tables: Set<String>) -> Int {
        if let table, tables.contains(table) { return pages() }
        return (parts ?? []).reduce(0) { $0 + $1.pages(of: tables) }
    }

    /// The tables read or written.
    var tables: Set<String> {
        (parts ?? []).reduce(into: Set([table].compactMap(\.self))) { $0.formUnion($1.tables) }
    }

    /// The indexes read.
    var indexes: Set<String> {
        (parts ?? []).reduce(into: Set([index].compactMap(\.self))) { $0.formUnion($1.indexes) }
    }

    /// Returns the tables or indexes that are read completely.
    ///
    /// - Parameter isLimited: Whether a node above stops after some rows.
    func scans(isLimited: Bool = false) -> [String] {
        // A limit above a sort stops no scan.
        let passes = ["Limit": true, "Sort": false, "Aggregate": false, "Hash": false][kind]
        let below = (parts ?? []).flatMap { $0.scans(isLimited: passes ?? isLimited) }
        switch kind {
        case "Seq Scan": return below + [table ?? "?"]
        case "Index Scan", "Index Only Scan", "Bitmap Index Scan":
            return condition == nil && !isLimited ? below + [index ?? table ?? "?"] : below
        default: return below
        }
    }
}

struct PlanDocument: Decodable {
    let plan: PlanNode

    enum CodingKeys: String, CodingKey {
        case plan = "Plan"
    }
}
