internal import Synchronization

/// A delay of the machine's sleep, so that the app can lock first: logind waits until a descriptor is closed.
final class SleepDelay: Sendable {
    private let manager: DBusObject
    private let app: String
    private let lock = Mutex<DBusDescriptor?>(nil)

    init(manager: DBusObject, app: String) { (self.manager, self.app) = (manager, app) }

    /// Delays the next sleep. Returns whether the system allows it.
    func take() async -> Bool {
        let reply = try? await manager.call(
            "Inhibit", .string("sleep"), .string(app), .string("Locks before the machine sleeps"), .string("delay"))
        guard let descriptor = try? reply?.descriptor() else { return false }
        lock.withLock { $0 = descriptor }
        return true
    }

    /// Lets the machine sleep.
    func release() {
        lock.withLock { descriptor in
            descriptor?.close()
            descriptor = nil
        }
    }
}
