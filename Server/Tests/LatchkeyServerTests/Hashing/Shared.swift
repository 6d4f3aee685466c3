import Synchronization

/// A value shared by tasks and threads of a test; a `Mutex` cannot be captured by several of them.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    var value: Value { mutex.withLock { $0 } }

    init(_ value: Value) {
        mutex = Mutex(value)
    }

    func change(_ body: (inout Value) -> Void) {
        mutex.withLock { body(&$0) }
    }
}
