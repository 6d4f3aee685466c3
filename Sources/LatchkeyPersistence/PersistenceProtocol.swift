/// Keeps an app's records. Not a place for secrets: those go into secure storage, or are sealed before they come here.
///
/// An implementation passes `PersistenceContract` of `LatchkeyTestSupport`.
public protocol PersistenceProtocol: Sendable {
    /// Saves all of the records or, after an error, none; each replaces the one with its identifier. Of several with
    /// one identifier the last one stays.
    func saveAll<Record: PersistenceModel>(_ records: [Record]) async throws(PersistenceError)

    /// Returns the record with the identifier, or nil when it is absent.
    func load<Record: PersistenceModel>(_ type: Record.Type, id: Record.ID) async throws(PersistenceError) -> Record?

    /// Returns the records that the query asks for. One that cannot be decoded is an error, never left out.
    func fetch<Record: PersistenceModel>(_ query: PersistenceQuery<Record>) async throws(PersistenceError) -> [Record]

    /// Deletes all records with these identifiers or, after an error, none. Those that are absent are no error.
    func deleteAll<Record: PersistenceModel>(_ type: Record.Type, ids: [Record.ID]) async throws(PersistenceError)

    /// Reports the records that the query asks for: at once, and again after changes made through this object.
    ///
    /// Changes in quick succession may be reported as one, and the newest report replaces those not yet taken. The
    /// stream ends with a ``PersistenceError``, or when its reader stops.
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

    /// Deletes the record; one that is absent is no error.
    public func delete<Record: PersistenceModel>(_ type: Record.Type, id: Record.ID) async throws(PersistenceError) {
        try await deleteAll(type, ids: [id])
    }

    /// Deletes the record; one that is absent is no error.
    public func delete<Record: PersistenceModel>(_ record: Record) async throws(PersistenceError) {
        try await deleteAll(Record.self, ids: [record.id])
    }
}
