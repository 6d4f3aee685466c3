import Observation

/// An observer of the value that a function computes from observable objects.
@MainActor
final class ValueFollower<Value: Equatable & Sendable> {
    private let read: @MainActor () -> Value
    private let send: @MainActor (Value) -> Bool
    private var last: Value?
    private var isWanted = true

    /// - Parameter send: Receives each value. Returns whether it expects the next one.
    init(_ read: @escaping @MainActor () -> Value, send: @escaping @MainActor (Value) -> Bool) {
        (self.read, self.send) = (read, send)
    }

    /// Reads the value, and again after each change.
    func follow() {
        guard isWanted else { return }
        let value = withObservationTracking {
            read()
        } onChange: {
            // Called before the change.
            Task { @MainActor in self.follow() }
        }
        guard value != last else { return }
        last = value
        isWanted = send(value)
    }
}
