/// A step of a plan, as `EXPLAIN (FORMAT JSON)` describes it
/// (https://www.postgresql.org/docs/15/sql-explain.html).
struct PlanNode: Decodable {
    let kind: String
    let table: String?
    let index: String?
    let condition: String?
    /// What the planner believes that the step takes, with those below it; 1 is a page that is read in order.
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

    /// The pages that it read, in memory and on disk, but for those of some tables.
    func pages(exceptOf others: Set<String> = []) -> Int {
        (hits ?? 0) + (reads ?? 0) - (parts ?? []).reduce(0) { $0 + $1.pages(of: others) }
    }

    private func pages(of tables: Set<String>) -> Int {
        if let table, tables.contains(table) { return pages() }
        return (parts ?? []).reduce(0) { $0 + $1.pages(of: tables) }
    }

    /// The tables that it reads or writes.
    var tables: Set<String> {
        (parts ?? []).reduce(into: Set([table].compactMap(\.self))) { $0.formUnion($1.tables) }
    }

    /// The indexes that it reads.
    var indexes: Set<String> {
        (parts ?? []).reduce(into: Set([index].compactMap(\.self))) { $0.formUnion($1.indexes) }
    }

    /// The tables, or indexes, of which it reads all.
    ///
    /// - Parameter isLimited: Whether a step above it stops after some rows.
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
