/// Ends what a registration began. Letting go of it changes nothing.
public struct LifecycleRegistration: Sendable {
    private let end: @Sendable () -> Void

    /// The closure may be called more than once.
    public init(cancelling end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Ends it: a handler is not called for later events. A second call does nothing.
    public func cancel() { end() }
}
