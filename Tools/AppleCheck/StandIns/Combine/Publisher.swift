// Pages: publisher, subscriber, subscription, subscribers/demand, cancellable, anycancellable. No demand is counted.
public protocol Cancellable { func cancel() }
public final class AnyCancellable: Cancellable, Hashable {
    private let end: () -> Void
    public init(_ cancel: @escaping () -> Void) { end = cancel }
    deinit { end() }
    public func cancel() { end() }
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    /// Not Apple's: `receive(subscriber:)` in one closure.
    func standInReceive(_ receive: @escaping (Output) -> Void) -> AnyCancellable
}
extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { standInReceive(receiveValue) }
}
extension Publisher {
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
// Page: anypublisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let base: any Publisher<Output, Failure>
    public init<Base: Publisher>(_ publisher: Base) where Base.Output == Output, Base.Failure == Failure {
        base = publisher
    }
    public func standInReceive(_ receive: @escaping (Output) -> Void) -> AnyCancellable { base.standInReceive(receive) }
}
