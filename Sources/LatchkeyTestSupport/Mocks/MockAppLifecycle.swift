internal import LatchkeyCore
public import LatchkeyLifecycle

/// A lifecycle that a test drives: `await lifecycle.simulate(.background)` returns when all handlers have.
public final class MockAppLifecycle: AppLifecycleProtocol, LifecycleReporter {
    private let base: AppLifecycleManager
    private let recorded = LockedValue<[LifecycleEvent]>([])

    /// Creates a lifecycle without handlers.
    ///
    /// - Parameter initialState: The first state, which is not reported.
    public init(initialState: AppState = .inactive) {
        base = AppLifecycleManager(initialState: initialState)
    }

    public var currentState: AppState { base.currentState }

    /// The events of the registered handlers, in order.
    public var registrations: [LifecycleEvent] { recorded.withLock { $0 } }

    @discardableResult
    package func onReport(
        _ note: @escaping @Sendable (LifecycleEvent) -> Void, afterwards: @escaping @Sendable () -> Void
    ) -> LifecycleRegistration {
        base.onReport(note, afterwards: afterwards)
    }

    @discardableResult
    public func on(
        _ event: LifecycleEvent, perform handler: @escaping @Sendable () async -> Void
    ) -> LifecycleRegistration {
        recorded.withLock { $0.append(event) }
        return base.on(event, perform: handler)
    }

    /// Changes the state, and waits for the handlers.
    public func simulate(_ state: AppState) async { await base.updateState(state).value }

    /// Brings the app to the foreground, and waits for the handlers.
    public func simulateForeground() async { await simulate(.active) }

    /// Sends the app to the background, and waits for the handlers.
    public func simulateBackground() async { await simulate(.background) }

    /// Brings another app to the front while this one stays visible, and waits for the handlers.
    public func simulateLeave() async { await base.reportLeave().value }

    /// Locks the device, and waits for the handlers.
    public func simulateDeviceLock() async { await base.reportDeviceLock().value }

    /// Announces the end of the process, and waits for the handlers.
    public func simulateTermination() async { await base.reportTermination().value }
}
