internal import LatchkeyConcurrency
internal import LatchkeyLifecycle

/// What the lifecycle reports, taken down where it is reported: on any thread, and without waiting for anybody.
///
/// The clocks are read, and a key that must not stay is let go of, before the report returns. The screen's state follows
/// on the main actor, which takes the reports up in their order.
final class LifecycleReports: Sendable {
    /// What the screen's state has to be told.
    struct Report: Sendable, Equatable {
        let event: LockEvent
        let cause: LockChange.Cause
    }

    private struct State: Sendable {
        /// When the app left, or nil while it is there.
        var left: ClockReading?
        /// Whether the user turned away while a prompt of the system was up, which may itself be the reason.
        var leftBesidePrompt = false
        var isPrompting = false
        var waiting: [Report] = []
    }

    private let vault: Vault
    private let clock: any LockClock
    private let state = LockedValue(State())

    init(vault: Vault) { (self.vault, clock) = (vault, vault.parts.clock) }

    /// Takes the event down, and what the screen's state has to be told of it.
    func note(_ event: LifecycleEvent) {
        guard let report = report(of: event) else { return }
        state.withLock { $0.waiting.append(report) }
    }

    private func report(of event: LifecycleEvent) -> Report? {
        switch event {
        case .appear, .foreground: return nil
        case .active: return arrive()
        case .inactive: return Report(event: .becameInactive, cause: .required)
        case .background:
            leave()
            return Report(event: .enteredBackground, cause: .required)
        case .leave:
            turnAway()
            return nil
        case .deviceLock, .terminate:
            vault.lockUnlessUnprotected()
            return Report(event: .lockRequired, cause: event == .deviceLock ? .deviceLock : .termination)
        }
    }

    private func arrive() -> Report {
        let (left, now) = state.withLock { state in
            defer { (state.left, state.leftBesidePrompt) = (nil, false) }
            return (state.left, clock.reading())
        }
        let isTimedOut = isTimedOut(left, now)
        if isTimedOut { vault.lockUnlessUnprotected() }
        return Report(event: .becameActive(timedOut: isTimedOut), cause: .absence)
    }

    private func leave() {
        state.withLock { state in
            // The first report counts: a doubled one must not shorten the absence.
            state.left = state.left ?? clock.reading()
            state.leftBesidePrompt = false
        }
    }

    /// C11: the system's own prompt takes the app's place on a Mac, which must not count as leaving.
    private func turnAway() {
        state.withLock { state in
            if state.isPrompting { return state.leftBesidePrompt = state.left == nil }
            state.left = state.left ?? clock.reading()
        }
    }

    /// Tells whether a prompt is up. Whoever is still away when it comes down has left by then.
    func note(isPrompting: Bool) {
        state.withLock { state in
            guard state.isPrompting != isPrompting else { return }
            state.isPrompting = isPrompting
            guard !isPrompting, state.leftBesidePrompt else { return }
            (state.left, state.leftBesidePrompt) = (clock.reading(), false)
        }
    }

    /// The next report for the screen's state, or nil.
    func next() -> Report? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }

    /// Whether the absence has lasted long enough by now.
    var isTimedOut: Bool { isTimedOut(state.withLock { $0.left }, clock.reading()) }

    private func isTimedOut(_ left: ClockReading?, _ now: ClockReading) -> Bool {
        // Locked, there is no timeout to be read; the shortest keeps the prompt and the ticket fresh.
        left.map { (vault.timeout ?? .immediately).isReached(from: $0, to: now) } ?? false
    }
}
