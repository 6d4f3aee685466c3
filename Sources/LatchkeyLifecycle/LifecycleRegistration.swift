/// A registration that ends when it is cancelled. Releasing it does not end it.
public struct LifecycleRegistration: Sendable {
    private let end: @Sendable () -> Void

    /// Creates a registration.
    ///
    /// - Parameter end: Ends the registration. It may be called repeatedly.
    public init(cancelling end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// Ends the registration: a handler is not called for later events. A second call does nothing.
    public func cancel() { end() }
}
