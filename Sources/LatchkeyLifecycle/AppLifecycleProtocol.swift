/// Reports the lifecycle of the app. An implementation passes `AppLifecycleContract` of `LatchkeyTestSupport`.
public protocol AppLifecycleProtocol: Sendable {
    /// The last reported state; it changes before the handlers are called.
    var currentState: AppState { get }

    /// Runs the handler at each such event from now on, until the registration is cancelled or the object goes away.
    ///
    /// The handlers of one event run at the same time; the next event waits until all of them have returned.
    @discardableResult
    func on(
        _ event: LifecycleEvent, perform handler: @escaping @Sendable () async -> Void
    ) -> LifecycleRegistration
}

extension AppLifecycleProtocol {
    /// Runs the handler when the app becomes active for the first time.
    @discardableResult
    public func onAppear(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.appear, perform: handler)
    }

    /// Runs the handler each time the app comes back from the background.
    @discardableResult
    public func onForeground(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.foreground, perform: handler)
    }

    /// Runs the handler each time the app becomes active.
    @discardableResult
    public func onActive(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.active, perform: handler)
    }

    /// Runs the handler each time the app becomes inactive, on its way to the background too.
    @discardableResult
    public func onInactive(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.inactive, perform: handler)
    }

    /// Runs the handler each time the app goes to the background.
    @discardableResult
    public func onBackground(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.background, perform: handler)
    }

    /// Runs the handler each time the user or the system locks the whole device or session.
    @discardableResult
    public func onDeviceLock(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.deviceLock, perform: handler)
    }

    /// Runs the handler before the process ends.
    @discardableResult
    public func onTerminate(_ handler: @escaping @Sendable () async -> Void) -> LifecycleRegistration {
        on(.terminate, perform: handler)
    }
}
