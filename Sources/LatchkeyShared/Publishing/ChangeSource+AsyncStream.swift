#if !canImport(Combine)
/// The current value, and then each new one.
public typealias ValueChanges<Value> = AsyncStream<Value>

/// The changes of a value that is computed from observable objects.
@MainActor
final class ChangeSource<Value: Equatable & Sendable> {
    private let read: @MainActor () -> Value

    init(_ read: @escaping @MainActor () -> Value) { self.read = read }

    /// Returns a separate stream for each reader.
    var changes: ValueChanges<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        let follower = ValueFollower(read) { value in
            if case .terminated = continuation.yield(value) { false } else { true }
        }
        follower.follow()
        return stream
    }
}
#endif
