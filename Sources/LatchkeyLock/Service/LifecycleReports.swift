internal import LatchkeyCore
internal import LatchkeyLifecycle

/// The queue of lifecycle reports, recorded on any thread without waiting.
///
/// Before a report returns, the clocks are read, and the key is removed if the app must lock. The main actor then
/// applies the reports to the screen's state, in order.
final class LifecycleReports: Sendable {
    /// A change of the screen's state.
    struct Report: Sendable, Equatable {
        let event: LockEvent
        let cause: LockChange.Cause
    }

    private struct State: Sendable {
        /// The time when the app left, or nil while it is present.
        var left: ClockReading?
        /// Whether the app left while a system prompt was shown, which may be the reason.
        var leftDuringPrompt = false
        var isPrompting = false
        var waiting: [Report] = []
    }

    private let vault: Vault
    private let clock: any LockClock
    private let state = LockedValue(State())

    init(vault: Vault) { (self.vault, clock) = (vault, vault.parts.clock) }

    /// Records the event and the resulting change.
    func note(_ event: LifecycleEvent) {
        guard let report = report(of: event) else { return }
        state.withLock { $0.waiting.append(report) }
    }

    private func report(of event: LifecycleEvent) -> Report? {
        switch event {
        case .appear: return nil
        case .foreground:
            // Links and intents arrive before the app is active. The absence continues until then.
            guard isTimedOut else { return nil }
            vault.lockUnlessUnprotected()
            return Report(event: .lockRequired, cause: .absence)
        case .active: return arrive()
        case .inactive: return Report(event: .becameInactive, cause: .required)
        case .background:
            leave()
            return Report(event: .enteredBackground, cause: .required)
        case .leave:
            resignActive()
            return nil
        case .deviceLock, .terminate:
            vault.lockUnlessUnprotected()
            return Report(event: .lockRequired, cause: event == .deviceLock ? .deviceLock : .termination)
        }
    }

    private func arrive() -> Report {
        let (left, now) = state.withLock { state in
            defer { (state.left, state.leftDuringPrompt) = (nil, false) }
            return (state.left, clock.reading())
        }
        let isTimedOut = isTimedOut(left, now)
        if isTimedOut { vault.lockUnlessUnprotected() }
        return Report(event: .becameActive(timedOut: isTimedOut), cause: .absence)
    }

    private func leave() {
        state.withLock { state in
            // The first report counts: a repeated one must not shorten the absence.
            state.left = state.left ?? clock.reading()
            state.leftDuringPrompt = false
        }
    }

    /// Records that the app is no longer in front. On a Mac, the system's own prompt replaces it, which must not count
    /// as leaving (C11).
    private func resignActive() {
        state.withLock { state in
            if state.isPrompting { return state.leftDuringPrompt = state.left == nil }
            state.left = state.left ?? clock.reading()
        }
    }

    /// Records whether a prompt is shown. If the app is still inactive when the prompt ends, the absence starts then.
    func note(isPrompting: Bool) {
        state.withLock { state in
            guard state.isPrompting != isPrompting else { return }
            state.isPrompting = isPrompting
            guard !isPrompting, state.leftDuringPrompt else { return }
            (state.left, state.leftDuringPrompt) = (clock.reading(), false)
        }
    }

    /// Removes and returns the next change, or nil.
    func next() -> Report? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }

    /// Whether the app is away.
    var isAway: Bool { state.withLock { $0.left != nil } }

    /// The time left until the timeout of the current absence. Zero without an absence, and if the time is in doubt.
    var timeLeft: Duration {
        guard let left = state.withLock({ $0.left }), let away = clock.reading().elapsed(since: left) else {
            return .zero
        }
        return max(.zero, (vault.timeout ?? .immediately).limit - away)
    }

    /// Whether the current absence has reached the timeout.
    var isTimedOut: Bool { isTimedOut(state.withLock { $0.left }, clock.reading()) }

    private func isTimedOut(_ left: ClockReading?, _ now: ClockReading) -> Bool {
        // The timeout of a locked vault is unknown; the shortest one renews prompt and ticket.
        left.map { (vault.timeout ?? .immediately).isReached(from: $0, to: now) } ?? false
    }
}
