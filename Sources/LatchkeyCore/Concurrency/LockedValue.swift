internal import Foundation

/// A value that is read and changed under a lock. (`Synchronization.Mutex` requires iOS 18 and macOS 15.)
///
/// Proof for `@unchecked Sendable`: the value is only accessed while the lock is held.
package final class LockedValue<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
