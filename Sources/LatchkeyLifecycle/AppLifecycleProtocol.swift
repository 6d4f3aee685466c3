/// The lifecycle of the app. An implementation passes `AppLifecycleContract` of `LatchkeyTestSupport`.
public protocol AppLifecycleProtocol: Sendable {
    /// The last reported state; it changes before the handlers are called.
    var currentState: AppState { get }

    /// Registers a handler for an event, until the registration is cancelled or the object is released.
    ///
    /// The handlers of one event run at the same time; the next event waits until all of them have returned.
    @discardableResult
    func on(
        _ event: LifecycleEvent, perform handler: @escaping @Sendable () async -> Void
    ) -> LifecycleRegistration
}

extension AppLifecycleProtocol {
    /// Registers a handler for the first time that the app becomes active.
    @discardableResult
    public func onAppear(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.appear, perform: handler)
    }

    /// Registers a handler for each return of the app from the background.
    @discardableResult
    public func onForeground(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.foreground, perform: handler)
    }

    /// Registers a handler for each time that the app becomes active.
    @discardableResult
    public func onActive(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.active, perform: handler)
    }

    /// Registers a handler for each time that the app becomes inactive, including on its way to the background.
    @discardableResult
    public func onInactive(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.inactive, perform: handler)
    }

    /// Registers a handler for each time that the app goes to the background.
    @discardableResult
    public func onBackground(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.background, perform: handler)
    }

    /// Registers a handler for each time that the user or the system locks the device or session.
    @discardableResult
    public func onDeviceLock(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.deviceLock, perform: handler)
    }

    /// Registers a handler that runs before the process ends.
    @discardableResult
    public func onTerminate(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.terminate, perform: handler)
    }
}
