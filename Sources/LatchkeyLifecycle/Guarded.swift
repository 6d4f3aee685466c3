internal import Foundation

/// A value that threads take turns with. (`Mutex` needs iOS 18.)
///
/// Proof for `@unchecked Sendable`: the value is only touched while the lock is held.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
