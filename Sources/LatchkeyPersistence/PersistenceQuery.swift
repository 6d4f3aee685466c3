/// Which records of a type, in which order, and how many at most.
public struct PersistenceQuery<Record: PersistenceModel>: Sendable {
    /// Whether a record belongs to the result; nil takes all.
    public var matches: (@Sendable (Record) -> Bool)?
    /// Whether the first comes before the second; nil orders by the text of the identifiers, as bytes.
    public var areInIncreasingOrder: (@Sendable (Record, Record) -> Bool)?
    /// How many records at most, the first ones in the order; nil returns all.
    public var limit: Int?

    /// Asks for all records of the type.
    public init(_ type: Record.Type = Record.self) {}

    /// Narrows the query to records for which the test is true, and which it held before.
    public func matching(_ test: @escaping @Sendable (Record) -> Bool) -> Self {
        var query = self
        let former = matches
        query.matches = { record in (former?(record) ?? true) && test(record) }
        return query
    }

    /// Orders by a property; records equal in it stay in the order of their identifiers.
    public func sorted<Key: Comparable & Sendable>(
        by key: @escaping @Sendable (Record) -> Key, descending: Bool = false
    ) -> Self {
        var query = self
        query.areInIncreasingOrder = { descending ? key($0) > key($1) : key($0) < key($1) }
        return query
    }

    /// Returns the first ones only.
    public func limited(to count: Int) -> Self {
        var query = self
        query.limit = count
        return query
    }

    /// The result among records that are ordered by the text of their identifiers.
    package func select(from records: [Record]) -> [Record] {
        var records = records
        if let matches { records = records.filter(matches) }
        // Swift's sort is stable, so equal ones stay in the order of their identifiers.
        if let areInIncreasingOrder { records.sort(by: areInIncreasingOrder) }
        guard let limit else { return records }
        return Array(records.prefix(max(limit, 0)))
    }
}
