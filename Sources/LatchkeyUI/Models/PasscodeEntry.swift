internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPasscode
public import Observation

/// Six dots, the keys, what came of the last try, and the wait after too many: the part that all screens share which
/// ask for a passcode.
@MainActor @Observable
public final class PasscodeEntry {
    /// What is done with a passcode.
    enum Reply {
        /// It is known at once what came of it; nil when there is nothing to tell.
        case answered(PasscodeAnswer?)
        /// It takes a while.
        case pending(@MainActor () async -> PasscodeAnswer)
    }

    /// How many tries went wrong, for a view to shake at each.
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
    /// What to tell about the last try, without the wait.
    private(set) var message: String?
    @ObservationIgnored var onPasscode: (Passcode) -> Reply = { _ in .answered(nil) }
    @ObservationIgnored let texts: ScreenTexts
    @ObservationIgnored private let service: PasscodeService
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private var checking: Task<Void, Never>?

    init(
        _ service: PasscodeService, texts: ScreenTexts, clock: some Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        (self.service, self.texts, self.now) = (service, texts, now)
        wait = Countdown(clock: clock)
    }

    /// What to tell, or nil: the seconds to wait while there are any, or what came of the last try.
    public var status: String? {
        guard let seconds = wait.secondsLeft else { return message }
        return texts.lock.wait.replacing("{seconds}", with: String(seconds))
    }

    /// What a screen reader says by itself: what ``status`` tells, but a wait once, and not every second of it.
    public var announcement: String? {
        guard wait.secondsLeft != nil, let seconds = secondsAtFirst else { return message }
        return texts.lock.wait.replacing("{seconds}", with: String(seconds))
    }

    /// Returns once the passcode that was typed last has been dealt with.
    public func settled() async { await checking?.value }

    /// Tells something else.
    func tell(_ message: String?) { self.message = message }

    /// Begins anew.
    func restart() {
        pad.clear()
        message = nil
    }

    /// Waits as the lock's record says, if it does: after a relaunch, too.
    func waitAsRecorded() {
        guard let date = service.waitUntil else { return }
        hold(for: .until(date, from: now()))
    }

    private func submit(_ passcode: Passcode) {
        message = nil
        switch onPasscode(passcode) {
        case .answered(let answer): show(answer)
        case .pending(let work):
            (isChecking, pad.isEnabled) = (true, false)
            checking = Task {
                let answer = await work()
                (isChecking, pad.isEnabled) = (false, true)
                show(answer)
            }
        }
    }

    private func show(_ answer: PasscodeAnswer?) {
        guard let answer else { return }
        // Unless the step has told something already.
        message = answer.text(in: texts) ?? message
        switch answer {
        case .accepted, .overtaken, .formerPasscodeNeeded: return
        case .wait(let time): hold(for: time)
        case .wrong: waitAsRecorded()
        case .exhausted, .resetRequired, .signedOut: (isOver, pad.isEnabled) = (true, false)
        default: break
        }
        failures += 1
    }

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
