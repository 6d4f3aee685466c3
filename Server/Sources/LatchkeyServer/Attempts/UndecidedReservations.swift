import Synchronization

/// The reservations whose commit is undecided. Nothing was hashed for them, so they are deleted and must not become
/// failures.
final class UndecidedReservations: Sendable {
    private let store: any Store
    private let work = Mutex<[String: Task<Void, Never>]>([:])

    init(store: any Store) {
        self.store = store
    }

    /// Deletes the reservation when the database responds, unless it has become a failure.
    func delete(_ id: String, of accountID: String) {
        work.withLock { work in
            work[id] = Task {
                await tryDeleting(id, of: accountID)
                self.work.withLock { $0[id] = nil }
            }
        }
    }

    private func tryDeleting(_ id: String, of accountID: String) async {
        let pause = Duration.milliseconds(250)
        for _ in 0..<Int(AttemptPolicy.settleWithin / pause) {
            do {
                return try await store.write(on: .account(accountID), as: .settlement) {
                    try $0.reservations.delete(id: id)
                }
            } catch {
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Waits until all deletions are done.
    func finish() async {
        for task in work.withLock({ Array($0.values) }) { await task.value }
    }
}
