/// A store of an app's records. Secrets belong in secure storage, or must be sealed first.
///
/// An implementation passes `PersistenceContract` of `LatchkeyTestSupport`.
public protocol PersistenceProtocol: Sendable {
    /// Saves all of the records or, after an error, none. Each replaces the record with its identifier. Of several
    /// records with one identifier, the last one wins.
    func saveAll<Record: PersistenceModel>(_ records: [Record]) async throws(PersistenceError)

    /// Returns the record with the identifier, or nil when it is absent.
    func load<Record: PersistenceModel>(_ type: Record.Type, id: Record.ID) async throws(PersistenceError) -> Record?

    /// Returns the records that match the query. A record that cannot be decoded is an error; it is never left out.
    func fetch<Record: PersistenceModel>(_ query: PersistenceQuery<Record>) async throws(PersistenceError) -> [Record]

    /// Deletes all records with these identifiers or, after an error, none. Absent records are not an error.
    func deleteAll<Record: PersistenceModel>(_ type: Record.Type, ids: [Record.ID]) async throws(PersistenceError)

    /// Reports the records that match the query, immediately and after each change made through this object.
    ///
    /// Changes in quick succession may be reported as one. The newest report replaces those not yet read. The stream
    /// ends with a ``PersistenceError``, or when its reader stops.
    func observe<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) -> AsyncThrowingStream<[Record], any Error>
}

extension PersistenceProtocol {
    /// Saves the record, or replaces the one with its identifier.
    public func save<Record: PersistenceModel>(_ record: Record) async throws(PersistenceError) {
        try await saveAll([record])
    }

    /// Returns all records of the type, ordered by the text of their identifiers.
    public func loadAll<Record: PersistenceModel>(_ type: Record.Type) async throws(PersistenceError) -> [Record] {
        try await fetch(PersistenceQuery(type))
    }

    /// Deletes the record. An absent record is not an error.
    public func delete<Record: PersistenceModel>(_ type: Record.Type, id: Record.ID) async throws(PersistenceError) {
        try await deleteAll(type, ids: [id])
    }

    /// Deletes the record. An absent record is not an error.
    public func delete<Record: PersistenceModel>(_ record: Record) async throws(PersistenceError) {
        try await deleteAll(Record.self, ids: [record.id])
    }
}
