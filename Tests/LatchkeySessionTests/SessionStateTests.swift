import LatchkeyLock
import LatchkeySecureStorage
import Testing

@testable import LatchkeySession

/// The reducer with a model of the lock, in all orders of events.
///
/// The model tracks state unknown to the reducer: whether the lock is open, and the requirement of a manual lock.
struct SessionStateModel: Hashable {
    enum Step: CaseIterable, Hashable {
        case loading, failedToLoad, nothingStored, restored, restoredManuallyLocked
        case arrivedForPasscode, arrivedForOffer, arrived, kept, lateKept, passcodeGiven, unlocked, lockedManually
        case passcodeChanged, latePasscodeChanged, demanded, lateDemanded, unknownDemanded, lateUnknownDemanded
        case ended, lateEnded, promptCancelled, dropped, erased, offerResolved, noticeRead
    }

    var state = SessionState()
    /// Whether a key is in memory.
    var isOpen = false
    /// Whether the passcode is required before any other unlock.
    var isPasscodeOwed = false
    /// The state's epoch before the last change of account.
    var former = SessionState.Epoch()

    static func == (one: Self, other: Self) -> Bool {
        one.key == other.key
    }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Compares epochs only for equality, not by number.
    private var key: [String] {
        var blank = state
        blank.epoch = SessionState.Epoch()
        return ["\(blank)", "\(isOpen)", "\(isPasscodeOwed)", "\(former == state.epoch)"]
    }

    private var screen: SessionModel.State {
        state.screen(isLocked: !isOpen, protection: .passcode(biometrics: true))
    }

    /// Applies the step. Returns the first broken rule.
    mutating func take(_ step: Step) -> String? {
        // No event is late before the first change of account.
        if Self.late.contains(step), former == state.epoch { return nil }
        let (before, wasReady) = (state, screen == .ready)
        let effects = state.apply(event(step))
        if before.epoch != state.epoch { former = before.epoch }
        if !effects.isEmpty { isOpen = false }
        switch step {
        // Unlocked by the lock itself, independent of the session: only with the passcode while it is required.
        case .unlocked: isOpen = isOpen || !isPasscodeOwed
        case .passcodeGiven where before.phase == .signedIn: (isOpen, isPasscodeOwed) = (true, false)
        case .kept: (isOpen, isPasscodeOwed) = (true, false)
        case .lockedManually where before.phase == .signedIn: isPasscodeOwed = true
        case .passcodeChanged, .demanded, .unknownDemanded:
            if before.phase == .signedIn { isPasscodeOwed = true }
        case .arrived, .arrivedForOffer, .arrivedForPasscode: break
        default: break
        }
        if state.phase == .signedOut { isPasscodeOwed = false }
        return broken(step, before: before, wasReady: wasReady, effects: effects)
    }

    private func broken(
        _ step: Step, before: SessionState, wasReady: Bool, effects: [SessionEffect]
    ) -> String? {
        if Self.late.contains(step), state != before {
            return "what began in a former session changed this one"
        }
        if screen == .ready, !isOpen { return "C1 ready while locked" }
        if screen == .ready, state.phase != .signedIn { return "ready without a session" }
        if Self.closing.contains(step), wasReady, screen == .ready { return "C5 a lock that came did not win" }
        if Self.closing.contains(step), wasReady, effects.isEmpty { return "C1 the key was left in memory" }
        if isPasscodeOwed, state.phase == .signedIn, !state.isPasscodeDemanded {
            return "C11 biometrics open after a manual lock"
        }
        if step == .passcodeGiven || step == .kept, state.phase == .signedIn, state.isSignInPreferred, isOpen,
            screen != .ready
        {
            return "open, and sign-in is still required"
        }
        if step == .noticeRead, state.notice != nil { return "a notice that was read stays" }
        return nil
    }

    private static let closing: Set<Step> = [
        .lockedManually, .passcodeChanged, .demanded, .unknownDemanded, .ended, .dropped,
    ]
    private static let late: Set<Step> = [
        .lateKept, .latePasscodeChanged, .lateDemanded, .lateUnknownDemanded, .lateEnded,
    ]

    private func event(_ step: Step) -> SessionEvent {
        switch step {
        case .loading: .loading
        case .failedToLoad: .failedToLoad(.storage(.locked))
        case .nothingStored: .nothingStored
        case .restored: .restored(isManuallyLocked: false)
        case .restoredManuallyLocked: .restored(isManuallyLocked: true)
        case .arrivedForPasscode: .signedIn(.passcode)
        case .arrivedForOffer: .signedIn(.offer)
        case .arrived: .signedIn(.none)
        case .kept: .kept(state.epoch, nil)
        case .lateKept: .kept(former, nil)
        case .passcodeGiven: .passcodeGiven
        case .unlocked: .unlocked
        case .lockedManually: .lockedManually
        case .passcodeChanged: .passcodeChanged(state.epoch)
        case .latePasscodeChanged: .passcodeChanged(former)
        case .demanded: .passcodeDemanded(state.epoch)
        case .lateDemanded: .passcodeDemanded(former)
        case .unknownDemanded: .unknownPasscodeDemanded(state.epoch)
        case .lateUnknownDemanded: .unknownPasscodeDemanded(former)
        case .ended: .ended(state.epoch)
        case .lateEnded: .ended(former)
        case .promptCancelled: .onlyPromptCancelled
        case .dropped: .dropped
        case .erased: .erased
        case .offerResolved: .offerResolved
        case .noticeRead: .noticeRead
        }
    }
}

struct SessionStateTests {
    @Test("C1 C5 C11 no event order bypasses the lock or revives ended sessions")
    func noEventOrderBypassesTheLockOrRevivesEndedSessions() {
        var seen: Set<SessionStateModel> = [SessionStateModel()]
        var next = Array(seen)
        while let model = next.popLast() {
            for step in SessionStateModel.Step.allCases {
                var after = model
                if let rule = after.take(step) {
                    Issue.record("\(rule): \(step) in \(model.state)")
                    return
                }
                if seen.insert(after).inserted { next.append(after) }
            }
        }
        #expect(seen.count > 100, "every state that can be reached, until no step leads to another one")
    }

    @Test func cancellingTheOnlyUnlockPromptShowsSignIn() {
        var state = SessionState()
        _ = state.apply(.restored(isManuallyLocked: false))
        #expect(state.screen(isLocked: true, protection: .biometricsOnly) == .locked)
        _ = state.apply(.onlyPromptCancelled)
        #expect(state.screen(isLocked: true, protection: .biometricsOnly) == .signedOut)
        _ = state.apply(.unlocked)
        #expect(state.screen(isLocked: false, protection: .biometricsOnly) == .ready)
    }

    @Test func responseToAFormerSessionDoesNotEndAnother() {
        var state = SessionState()
        _ = state.apply(.signedIn(.none))
        let epoch = state.epoch
        _ = state.apply(.erased)
        _ = state.apply(.signedIn(.offer))
        #expect(state.apply(.ended(epoch)).isEmpty)
        #expect(state.phase == .offering && state.notice == nil)
        #expect(state.apply(.ended(state.epoch)) == [.lock])
        #expect(state.phase == .signedOut && state.notice == .sessionEnded)
    }
}
