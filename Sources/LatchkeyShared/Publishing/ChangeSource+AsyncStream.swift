#if !canImport(Combine)
/// The present value, and then each other one.
public typealias ValueChanges<Value> = AsyncStream<Value>

/// The changes of a value that is read from observable objects.
@MainActor
final class ChangeSource<Value: Equatable & Sendable> {
    private let read: @MainActor () -> Value

    init(_ read: @escaping @MainActor () -> Value) { self.read = read }

    /// A stream of its own for each reader.
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
