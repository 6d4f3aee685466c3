#if canImport(Combine)
public import Combine

/// The current value, and then each new one.
public typealias ValueChanges<Value> = AnyPublisher<Value, Never>

/// The changes of a value that is computed from observable objects.
@MainActor
final class ChangeSource<Value: Equatable & Sendable> {
    private let read: @MainActor () -> Value
    private lazy var subject = makeSubject()

    init(_ read: @escaping @MainActor () -> Value) { self.read = read }

    /// One publisher for all subscribers, from the first one on.
    var changes: ValueChanges<Value> { subject.eraseToAnyPublisher() }

    private func makeSubject() -> CurrentValueSubject<Value, Never> {
        let subject = CurrentValueSubject<Value, Never>(read())
        let follower = ValueFollower(read) { value in
            subject.send(value)
            return true
        }
        follower.follow()
        return subject
    }
}
#endif
