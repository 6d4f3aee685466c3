/// The errors that a mock was ordered to throw, each once.
package struct MockFailures<Operation: Hashable & Sendable, Failure: Error>: Sendable {
    private var orders: [(operation: Operation?, error: Failure)] = []

    /// No order is given.
    package init() {}

    package mutating func order(_ error: Failure, on operation: Operation?) { orders.append((operation, error)) }

    /// Takes the oldest order that this operation fulfils.
    package mutating func take(for operation: Operation) -> Failure? {
        let index = orders.firstIndex { $0.operation == nil || $0.operation == operation }
        guard let index else { return nil }
        return orders.remove(at: index).error
    }
}
