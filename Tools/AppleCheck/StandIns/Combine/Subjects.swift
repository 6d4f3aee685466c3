/// Not Apple's: the subscribers, by number.
private final class Receivers<Output> {
    private var next = 0
    private var receivers: [Int: (Output) -> Void] = [:]
    func add(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
        next += 1
        let number = next
        receivers[number] = receive
        return AnyCancellable { self.receivers[number] = nil }
    }
    func send(_ value: Output) { for receive in receivers.values { receive(value) } }
}
// Page: currentvaluesubject. A new subscriber receives the current value.
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
    private let receivers = Receivers<Output>()
    private var last: Output
    public init(_ value: Output) { last = value }
    public var value: Output {
        get { last }
        set { send(newValue) }
    }
    public func send(_ input: Output) {
        last = input
        receivers.send(input)
    }
    public func standInReceive(_ receive: @escaping (Output) -> Void) -> AnyCancellable {
        receive(last)
        return receivers.add(receive)
    }
}
// Pages: observableobject, observableobjectpublisher.
public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never
    var objectWillChange: ObjectWillChangePublisher { get }
}
public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never
    private let receivers = Receivers<Void>()
    public init() {}
    public func send() { receivers.send(()) }
    public func standInReceive(_ receive: @escaping (Void) -> Void) -> AnyCancellable { receivers.add(receive) }
}
