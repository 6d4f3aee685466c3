package import Foundation
internal import LatchkeyAPI
package import LatchkeyLock

extension UnlockOutcome {
    /// The outcome for a passcode that the server rejected or could not verify.
    init(_ error: SessionError, now: Date) {
        self =
            switch error {
            case .api(.incorrectPasscode(let remaining, _, _)): .wrong(remaining: remaining)
            case .api(.tooManyAttempts(let time)): .wait(until: now + time.timeInterval)
            default: .failed(LockError(error))
            }
    }

    /// The outcome of setting a passcode in the vault, to which the policy does not apply.
    init(_ outcome: PasscodeChangeOutcome) {
        self =
            switch outcome {
            case .done: .unlocked
            case .notConfirmed(let outcome), .pendingHere(let outcome): outcome
            case .failed(.locked): .superseded
            case .failed(let error): .failed(error)
            // Another process has set a passcode meanwhile.
            case .passcodeNeeded, .rejected, .reused, .unavailable, .notNow: .failed(.vault(.passcodeExists))
            }
    }
}

extension PasscodeChangeOutcome {
    /// The outcome of a change that the server rejected or could not verify.
    package init(_ error: SessionError, now: Date) {
        switch error {
        case .locked, .api(.locked), .api(.passcodeNotSet), .api(.passcodeAlreadySet): self = .notNow
        case .api(.invalidRequest(let errors)) where errors.contains { $0.pointer == "/current_passcode" }:
            self = .passcodeNeeded
        case .api(.weakPasscode(.reused)): self = .reused
        case .api(.weakPasscode): self = .rejected(nil)
        default: self.init(UnlockOutcome(error, now: now))
        }
    }
}
