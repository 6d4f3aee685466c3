import Synchronization

/// Deletes the reservations of which the database did not say whether it keeps them: nothing was hashed for them, so
/// that they must not become failures.
final class UndecidedReservations: Sendable {
    private let store: any Store
    private let work = Mutex<[String: Task<Void, Never>]>([:])

    init(store: any Store) {
        self.store = store
    }

    /// Deletes the reservation as soon as the database answers, unless it has become a failure by then.
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
        for _ in 0..<Int(AttemptLimits.settleWithin / pause) {
            do {
                return try await store.write(on: .account(accountID), as: .settlement) {
                    try $0.reservations.delete(id: id)
                }
            } catch {
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Returns when no deletion is under way.
    func finish() async {
        for task in work.withLock({ Array($0.values) }) { await task.value }
    }
}
