import LatchkeyPersistence

/// A store whose process dies after a number of writes. The last write succeeds but reports an error, and later calls
/// fail.
actor CrashingPersistence: PersistenceProtocol {
    private let base: InMemoryPersistence
    private var writes: Int
    private static let crash = PersistenceError.saveFailed(reason: "the process has died")

    var hasCrashed: Bool { writes <= 0 }

    init(_ base: InMemoryPersistence, afterWrites writes: Int) { (self.base, self.writes) = (base, writes) }

    func saveAll<Record: PersistenceModel>(_ records: [Record]) async throws(PersistenceError) {
        try beAlive()
        try await base.saveAll(records)
        writes -= 1
        try beAlive()
    }

    func load<Record: PersistenceModel>(_ type: Record.Type, id: Record.ID) async throws(PersistenceError) -> Record? {
        try beAlive()
        return try await base.load(type, id: id)
    }

    func fetch<Record: PersistenceModel>(_ query: PersistenceQuery<Record>) async throws(PersistenceError) -> [Record] {
        try beAlive()
        return try await base.fetch(query)
    }

    func deleteAll<Record: PersistenceModel>(_ type: Record.Type, ids: [Record.ID]) async throws(PersistenceError) {
        try beAlive()
        try await base.deleteAll(type, ids: ids)
        writes -= 1
        try beAlive()
    }

    nonisolated func observe<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) -> AsyncThrowingStream<[Record], any Error> {
        base.observe(query)
    }

    private func beAlive() throws(PersistenceError) {
        if hasCrashed { throw Self.crash }
    }
}
