internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeySession

extension PasscodeAnswer {
    init(_ outcome: UnlockOutcome, now: Date) {
        self =
            switch outcome {
            case .unlocked: .accepted
            case .wrong(let remaining): .wrong(remaining: remaining)
            case .wait(let date): .wait(.until(date, from: now))
            case .exhausted: .exhausted
            case .superseded, .noPasscode: .overtaken
            case .failed(let error): .failed(SessionError(error))
            }
    }

    init(_ outcome: SetPasscodeOutcome, now: Date) {
        self =
            switch outcome {
            case .set: .accepted
            case .refused(let refusal): .refused(refusal)
            case .passcodeNeeded: .overtaken
            case .notConfirmed(let outcome): PasscodeAnswer(outcome, now: now)
            case .failed(let error): .failed(SessionError(error))
            }
    }

    init(_ outcome: SetBiometricOutcome, now: Date) {
        self =
            switch outcome {
            case .enabled, .disabled: .accepted
            case .passcodeNeeded: .overtaken
            case .unavailable(let error): .unavailable(error)
            case .notConfirmed(let outcome): PasscodeAnswer(outcome, now: now)
            case .failed(let error): .failed(SessionError(error))
            }
    }

    init(_ outcome: SessionUnlockOutcome, now: Date) {
        self =
            switch outcome {
            case .unlocked: .accepted
            case .wrong(let remaining): .wrong(remaining: remaining)
            case .waitUntil(let date): .wait(.until(date, from: now))
            case .wait(let time): .wait(time)
            case .exhausted: .exhausted
            case .superseded, .noPasscode: .overtaken
            case .resetRequired: .resetRequired
            case .offline: .offline
            case .sessionEnded: .signedOut
            case .vaultClosed: .formerPasscodeNeeded
            case .failed(let error): .failed(error)
            }
    }

    init(_ outcome: PasscodeChangeOutcome, now: Date) {
        self =
            switch outcome {
            case .done: .accepted
            case .refused(let refusal): .refused(refusal)
            case .weak(.reused): .reused
            case .weak: .refused(nil)
            case .wrong(let remaining): .wrong(remaining: remaining)
            case .wait(let time): .wait(time)
            case .offline: .offline
            case .notNow, .passcodeNeeded: .overtaken
            case .sessionEnded: .signedOut
            case .pendingHere(let outcome): PasscodeAnswer(outcome, now: now)
            case .failed(let error): .failed(error)
            }
    }
}

extension Duration {
    /// The time from now to the date; none when it has passed.
    static func until(_ date: Date, from now: Date) -> Duration {
        .seconds(max(0, date.timeIntervalSince(now)))
    }
}
