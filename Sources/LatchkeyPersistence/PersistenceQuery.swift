/// A selection of the records of one type, with an order and a limit.
public struct PersistenceQuery<Record: PersistenceModel>: Sendable {
    /// Whether a record belongs to the result; nil selects all.
    public var matches: (@Sendable (Record) -> Bool)?
    /// Whether the first record precedes the second. Nil orders by the identifiers' text, byte by byte.
    public var areInIncreasingOrder: (@Sendable (Record, Record) -> Bool)?
    /// The maximum number of records, from the first in the order; nil returns all.
    public var limit: Int?

    /// A query for all records of the type.
    public init(_ type: Record.Type = Record.self) {}

    /// Returns a query that also requires the test to be true.
    public func matching(_ test: @escaping @Sendable (Record) -> Bool) -> Self {
        var query = self
        let former = matches
        query.matches = { record in (former?(record) ?? true) && test(record) }
        return query
    }

    /// Returns a query ordered by a property. Records with equal values keep the order of their identifiers.
    public func sorted<Key: Comparable & Sendable>(
        by key: @escaping @Sendable (Record) -> Key, descending: Bool = false
    ) -> Self {
        var query = self
        query.areInIncreasingOrder = { descending ? key($0) > key($1) : key($0) < key($1) }
        return query
    }

    /// Returns a query for the first records only.
    public func limited(to count: Int) -> Self {
        var query = self
        query.limit = count
        return query
    }

    /// Returns the result of the query.
    ///
    /// - Parameter records: All records, ordered by the text of their identifiers.
    package func select(from records: [Record]) -> [Record] {
        var records = records
        if let matches { records = records.filter(matches) }
        // Swift's sort is stable, so equal records keep the order of their identifiers.
        if let areInIncreasingOrder { records.sort(by: areInIncreasingOrder) }
        guard let limit else { return records }
        return Array(records.prefix(max(limit, 0)))
    }
}
