internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession
public import Observation

/// Six dots, the keys, the result of the last attempt, and the wait after too many: what all screens that ask for a
/// passcode have in common.
@MainActor @Observable
public final class PasscodeEntry {
    /// What is done with a passcode.
    enum Reply {
        /// It is taken, and the next step follows.
        case taken
        /// Its result is known at once.
        case answered(PasscodeChangeOutcome)
        /// It is not the one that was typed before.
        case differs
        /// It is checked, which takes a while.
        case unlocking(@MainActor () async -> UnlockOutcome)
        /// It is checked for a change, which takes a while.
        case changing(@MainActor () async -> PasscodeChangeOutcome)
    }

    /// How many attempts failed, for a view to shake at each.
    public private(set) var failures = 0
    /// Whether a passcode is being checked.
    public private(set) var isChecking = false
    /// Whether guessing is over.
    public private(set) var isOver = false
    /// The wait until the next guess.
    public let wait: Countdown
    /// The keys.
    @ObservationIgnored public private(set) lazy var pad = NumberPadModel { [weak self] in self?.submit($0) }

    /// How long the wait was when it began.
    private var secondsAtFirst: Int?
    /// What to tell about the last attempt, without the wait.
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

    /// What to tell, or nil: the seconds left to wait, or the result of the last attempt.
    public var status: String? {
        guard let seconds = wait.secondsLeft else { return message }
        return texts.lock[.wait].replacing("{seconds}", with: String(seconds))
    }

    /// What a screen reader says by itself: what ``status`` tells, but a wait once, and not every second of it.
    public var announcement: String? {
        guard wait.secondsLeft != nil, let seconds = secondsAtFirst else { return message }
        return texts.lock[.wait].replacing("{seconds}", with: String(seconds))
    }

    /// Returns once the passcode that was typed last has been dealt with.
    public func settled() async { await checking?.value }

    /// Replaces the message.
    func tell(_ message: String?) { self.message = message }

    /// Starts over.
    func restart() {
        pad.clear()
        message = nil
    }

    /// Begins anew for another lock, or for the next time that this one comes down: nothing of the last time counts but
    /// the recorded wait.
    func beginAnew() {
        restart()
        wait.stop()
        (isOver, pad.isEnabled) = (false, !isChecking)
        waitAsRecorded()
    }

    /// Waits as long as the lock's record demands, after a relaunch too.
    func waitAsRecorded() {
        guard let date = lock.waitUntil else { return }
        hold(for: .until(date, from: now()))
    }

    /// Waits as long as the lock's record demands, now and whenever the record is read or changes.
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
        case .answered(let outcome): show(outcome)
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
        case .refused, .reused, .unavailable: break
        }
        message = outcome.text(in: texts, now: now()) ?? message
        failures += 1
    }

    private func show(_ outcome: UnlockOutcome) {
        switch outcome {
        case .unlocked, .superseded: return
        // Counted down.
        case .wait(let date):
            failures += 1
            return hold(for: .until(date, from: now()))
        case .wrong: waitAsRecorded()
        case .exhausted: end()
        case .failed(let error) where error.endsGuessing: end()
        case .noPasscode, .failed: break
        }
        // Unless the step has told something already.
        message = outcome.text(in: texts, now: now()) ?? message
        // Asking for another passcode is no failure.
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
    /// Whether no further passcode can be right before something else was done.
    fileprivate var endsGuessing: Bool {
        switch sessionError {
        case .ended, .signedOut, .api(.passcodeResetRequired): true
        default: false
        }
    }
}

extension Duration {
    /// The time from now to the date; none when it has passed.
    fileprivate static func until(_ date: Date, from now: Date) -> Duration {
        .seconds(max(0, date.timeIntervalSince(now)))
    }
}
