internal import Foundation

/// A store of records that reports its own changes.
protocol ObservedStore: Actor {
    /// The observers by the `persistenceName` of the records. Each reads the store and reports the result.
    typealias Observers = [String: [UUID: @Sendable (isolated Self) -> Void]]

    var observers: Observers { get set }

    /// Returns the current records that match the query.
    func select<Record: PersistenceModel>(_ query: PersistenceQuery<Record>) throws(PersistenceError) -> [Record]
}

extension ObservedStore {
    /// Returns the stream of `PersistenceProtocol.observe(_:)`.
    nonisolated func reports<Record: PersistenceModel>(
        of query: PersistenceQuery<Record>
    ) -> AsyncThrowingStream<[Record], any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = UUID()
            let task = Task { await self.add(id, query, continuation) }
            continuation.onTermination = { _ in
                task.cancel()
                Task { await self.removeObserver(id, of: Record.persistenceName) }
            }
        }
    }

    /// Reports a change of records of this type to their observers. Call it after each change.
    func changed(_ name: String) {
        for observer in (observers[name] ?? [:]).values { observer(self) }
    }

    private func add<Record: PersistenceModel>(
        _ id: UUID, _ query: PersistenceQuery<Record>,
        _ continuation: AsyncThrowingStream<[Record], any Error>.Continuation
    ) {
        guard !Task.isCancelled else { return }
        // Nothing suspends between reading and reporting, so that an older result never follows a newer one.
        let report: @Sendable (isolated Self) -> Void = { store in
            do { continuation.yield(try store.select(query)) } catch { continuation.finish(throwing: error) }
        }
        observers[Record.persistenceName, default: [:]][id] = report
        report(self)
    }

    private func removeObserver(_ id: UUID, of name: String) { observers[name]?[id] = nil }
}
