internal import Foundation
internal import LatchkeyCore

/// The app's lifecycle, from the reports of its sources. Observers are called immediately, handlers one event after
/// another.
public final class AppLifecycleManager: AppLifecycleProtocol, LifecycleReporter {
    private struct Observer: Sendable {
        let note: @Sendable (LifecycleEvent) -> Void
        let afterwards: @Sendable () -> Void
    }

    private struct State: Sendable {
        var current: AppState
        var hasAppeared: Bool
        var nextID = 0
        var observers: [Int: Observer] = [:]
        var handlers: [LifecycleEvent: [Int: @Sendable () async -> Void]] = [:]
        /// The last delivery; the next one waits for it.
        var tail: Task<Void, Never>?
    }

    private let state: LockedValue<State>
    /// Locked while a report changes the state and the observers receive it, so that reports keep their order. No code
    /// of the app runs under it.
    private let reporting = NSLock()

    /// Creates a manager without handlers.
    ///
    /// - Parameter initialState: The first state, which is not reported. With `active`, the app has already appeared.
    public init(initialState: AppState = .inactive) {
        state = LockedValue(State(current: initialState, hasAppeared: initialState == .active))
    }

    public var currentState: AppState { state.withLock { $0.current } }

    @discardableResult
    package func onReport(
        _ note: @escaping @Sendable (LifecycleEvent) -> Void, afterwards: @escaping @Sendable () -> Void = {}
    ) -> LifecycleRegistration {
        let observer = Observer(note: note, afterwards: afterwards)
        let id = state.withLock { state in
            state.nextID += 1
            state.observers[state.nextID] = observer
            return state.nextID
        }
        return LifecycleRegistration { [weak self] in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
    }

    @discardableResult
    public func on(
        _ event: LifecycleEvent, perform handler: @escaping @Sendable () async -> Void
    ) -> LifecycleRegistration {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers[event, default: [:]][state.nextID] = handler
            return state.nextID
        }
        return LifecycleRegistration { [weak self] in
            // Deallocated outside the lock: captured objects may register or cancel handlers in `deinit`.
            _ = self?.state.withLock { $0.handlers[event]?.removeValue(forKey: id) }
        }
    }

    /// Reports a state, which becomes current immediately, in the order of the calls. Reporting the current state does
    /// nothing.
    ///
    /// The task ends when all handlers have returned. Do not wait for it in a handler: that would wait for itself.
    @discardableResult
    public func updateState(_ new: AppState) -> Task<Void, Never> {
        enqueue { state in
            var events = LifecycleEvent.path(from: state.current, to: new)
            if new == .active, !state.hasAppeared {
                state.hasAppeared = true
                events.insert(.appear, at: events.count - 1)
            }
            state.current = new
            return events
        }
    }

    /// Reports ``LifecycleEvent/leave``: another app is in front while this one stays visible, as on a Mac. Do not
    /// report it for an app that goes to the background.
    @discardableResult
    public func reportLeave() -> Task<Void, Never> {
        enqueue { _ in [.leave] }
    }

    /// Reports that the device or session was locked.
    @discardableResult
    public func reportDeviceLock() -> Task<Void, Never> {
        enqueue { _ in [.deviceLock] }
    }

    /// Reports that the process is about to end: the app goes to the background, and ``LifecycleEvent/terminate``
    /// follows.
    @discardableResult
    public func reportTermination() -> Task<Void, Never> {
        enqueue { state in
            let events = LifecycleEvent.path(from: state.current, to: .background)
            state.current = .background
            return events + [.terminate]
        }
    }

    private func enqueue(_ change: (inout State) -> [LifecycleEvent]) -> Task<Void, Never> {
        let (task, observers) = note(change)
        for observer in observers { observer.afterwards() }
        return task
    }

    /// Calls the observers, then the handlers, each in the order of the reports.
    private func note(_ change: (inout State) -> [LifecycleEvent]) -> (Task<Void, Never>, [Observer]) {
        reporting.lock()
        defer { reporting.unlock() }
        let (events, observers) = state.withLock { state in
            (change(&state), state.observers.sorted { $0.key < $1.key }.map(\.value))
        }
        // Outside the state's lock: an observer may read the state.
        for event in events {
            for observer in observers { observer.note(event) }
        }
        let task = state.withLock { state in
            let previous = state.tail
            // Keeps the object alive: a report is delivered even if the owner releases the object meanwhile.
            let task = Task {
                await previous?.value
                for event in events { await self.deliver(event) }
            }
            state.tail = task
            return task
        }
        return (task, observers)
    }

    private func deliver(_ event: LifecycleEvent) async {
        // Read now: a handler that was cancelled while it waited is not called.
        let handlers = state.withLock { $0.handlers[event].map { Array($0.values) } ?? [] }
        await withTaskGroup(of: Void.self) { group in
            for handler in handlers { group.addTask { await handler() } }
        }
    }
}
