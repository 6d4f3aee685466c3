/// The queued errors of a mock, each thrown once.
package struct MockFailures<Operation: Hashable & Sendable, Failure: Error>: Sendable {
    private var orders: [(operation: Operation?, error: Failure)] = []

    /// Creates an empty queue.
    package init() {}

    package mutating func order(_ error: Failure, on operation: Operation?) { orders.append((operation, error)) }

    /// Removes and returns the oldest error for this operation.
    package mutating func take(for operation: Operation) -> Failure? {
        let index = orders.firstIndex { $0.operation == nil || $0.operation == operation }
        guard let index else { return nil }
        return orders.remove(at: index).error
    }
}
