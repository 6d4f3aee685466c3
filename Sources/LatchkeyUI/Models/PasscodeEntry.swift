internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession
public import Observation

/// The passcode entry that all screens share: dots, keys, the result of the last attempt, and the delay after too many.
@MainActor @Observable
public final class PasscodeEntry {
    /// The handling of an entered passcode.
    enum Reply {
        /// It is accepted, and the next step follows.
        case taken
        /// Its result is known immediately.
        case finished(PasscodeChangeOutcome)
        /// It differs from the first entry.
        case differs
        /// It is being verified.
        case unlocking(@MainActor () async -> UnlockOutcome)
        /// It is being verified for a change.
        case changing(@MainActor () async -> PasscodeChangeOutcome)
    }

    /// The number of failed attempts, for a view that shakes at each.
    public private(set) var failures = 0
    /// Whether a passcode is being verified.
    public private(set) var isChecking = false
    /// Whether no further attempts are possible.
    public private(set) var isOver = false
    /// The delay until the next attempt.
    public let wait: Countdown
    /// The keys of the number pad.
    @ObservationIgnored public private(set) lazy var pad = NumberPadModel { [weak self] in self?.submit($0) }

    /// The length of the delay when it began.
    private var secondsAtFirst: Int?
    /// The text about the last attempt, without the delay.
    private(set) var message: String?
    @ObservationIgnored var onPasscode: (Passcode) -> Reply = { _ in .taken }
    @ObservationIgnored let texts: ScreenTexts
    @ObservationIgnored private let lock: any LockModel
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private var checking: Task<Void, Never>?

    init(_ lock: any LockModel, texts: ScreenTexts, clock: some Clock<Duration>, now: @escaping @Sendable () -> Date) {
        (self.lock, self.texts, self.now) = (lock, texts, now)
        wait = Countdown(clock: clock)
    }

    /// The text to show, or nil: the remaining delay, or the result of the last attempt.
    public var status: String? {
        guard let seconds = wait.secondsLeft else { return message }
        return texts.lock[.wait].replacing("{seconds}", with: String(seconds))
    }

    /// The announcement for a screen reader: like ``status``, but a delay is announced once, not each second.
    public var announcement: String? {
        guard wait.secondsLeft != nil, let seconds = secondsAtFirst else { return message }
        return texts.lock[.wait].replacing("{seconds}", with: String(seconds))
    }

    /// Returns once the last passcode was handled.
    public func settled() async { await checking?.value }

    /// Sets the message.
    func setMessage(_ message: String?) { self.message = message }

    /// Starts over.
    func restart() {
        pad.clear()
        message = nil
    }

    /// Resets the entry for another lock, or for the next lock of the same one. Only the recorded delay is kept.
    func beginAnew() {
        restart()
        wait.stop()
        (isOver, pad.isEnabled) = (false, !isChecking)
        waitAsRecorded()
    }

    /// Starts the delay in the lock's record, including after a relaunch.
    func waitAsRecorded() {
        guard let date = lock.waitUntil else { return }
        hold(for: .until(date, from: now()))
    }

    /// Starts the delay in the lock's record, now and whenever the record is read or changes.
    func followRecordedWait() {
        _ = withObservationTracking {
            lock.waitUntil
        } onChange: { [weak self] in
            Task { @MainActor in self?.followRecordedWait() }
        }
        waitAsRecorded()
    }

    private func submit(_ passcode: Passcode) {
        message = nil
        switch onPasscode(passcode) {
        case .taken: break
        case .differs:
            message = texts[.passcodesDiffer]
            failures += 1
        case .finished(let outcome): show(outcome)
        case .unlocking(let work): check(work) { self.show($0) }
        case .changing(let work): check(work) { self.show($0) }
        }
    }

    private func check<Outcome>(
        _ work: @escaping @MainActor () async -> Outcome, then show: @escaping @MainActor (Outcome) -> Void
    ) {
        (isChecking, pad.isEnabled) = (true, false)
        checking = Task {
            let outcome = await work()
            (isChecking, pad.isEnabled) = (false, true)
            show(outcome)
        }
    }

    private func show(_ outcome: PasscodeChangeOutcome) {
        switch outcome {
        case .done, .notNow, .passcodeNeeded: return
        case .notConfirmed(let outcome), .pendingHere(let outcome): return show(outcome)
        case .failed(let error): return show(UnlockOutcome.failed(error))
        case .rejected, .reused, .unavailable: break
        }
        message = outcome.text(in: texts, now: now()) ?? message
        failures += 1
    }

    private func show(_ outcome: UnlockOutcome) {
        switch outcome {
        case .unlocked, .superseded: return
        // Shown as a countdown.
        case .wait(let date):
            failures += 1
            return hold(for: .until(date, from: now()))
        case .wrong: waitAsRecorded()
        case .exhausted, .shut: end()
        case .failed(let error) where error.endsAttempts: end()
        case .noPasscode, .failed: break
        }
        // Unless the step has already set a message.
        message = outcome.text(in: texts, now: now()) ?? message
        // A request for another passcode is not a failure.
        if outcome != .failed(.formerPasscodeNeeded) { failures += 1 }
    }

    private func end() { (isOver, pad.isEnabled) = (true, false) }

    private func hold(for time: Duration) {
        guard time > .zero, !isOver else { return }
        pad.isEnabled = false
        wait.start(time) { [weak self] in
            guard let self, !isOver else { return }
            (pad.isEnabled, message) = (true, nil)
        }
        secondsAtFirst = wait.secondsLeft
    }
}

extension LockError {
    /// Whether no further passcode can succeed before something else was done.
    fileprivate var endsAttempts: Bool {
        if self == .vault(.recoveryKeyRejected) { return true }
        return switch sessionError {
        case .ended, .signedOut, .api(.passcodeResetRequired): true
        default: false
        }
    }
}

extension Duration {
    /// The time from now to the date; zero if it has passed.
    fileprivate static func until(_ date: Date, from now: Date) -> Duration {
        .seconds(max(0, date.timeIntervalSince(now)))
    }
}
