public import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession
public import Observation

/// A model for choosing a passcode: the current one if it is replaced, and the new one twice.
@MainActor @Observable
public final class SetPasscodeModel {
    /// The purpose of the choice.
    public enum Purpose: Sendable, Hashable {
        /// Set the first passcode.
        case set
        /// Replace the current passcode.
        case change
        /// Enable the account's disabled passcode.
        case enable
    }

    /// The input that the screen requests next.
    public enum Step: Sendable, Hashable {
        /// The current passcode.
        case current
        /// The new passcode.
        case new
        /// The new passcode again.
        case confirm
        /// The passcode is set.
        case done
    }

    /// The input that the screen requests next.
    public private(set) var step: Step
    /// The purpose of the choice.
    public let purpose: Purpose
    /// The passcode entry, with the result of the last step.
    public let entry: PasscodeEntry

    @ObservationIgnored private let lock: any LockModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private var choice: NewPasscode
    /// The lock's ticket when the current passcode was entered.
    @ObservationIgnored private var ticket: LockState.Ticket?

    /// Creates a model at its first step.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the choice.
    ///   - lock: The lock of the passcode.
    ///   - texts: The texts in the user's language.
    ///   - clock: Measures the delay.
    ///   - now: The time of day of the lock's clock.
    public init(
        _ purpose: Purpose, of lock: some LockModel, texts: ScreenTexts,
        clock: some Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.purpose, self.lock, self.texts) = (purpose, lock, texts)
        step = purpose == .set ? .new : .current
        choice = NewPasscode(policy: lock.passcodePolicy)
        entry = PasscodeEntry(lock, texts: texts, clock: clock, now: now)
        entry.onPasscode = { [weak self] in self?.take($0) ?? .taken }
    }

    /// The title of the current step.
    public var title: String {
        switch step {
        case .current: texts[purpose == .enable ? .enterAccountPasscode : .enterCurrentPasscode]
        case .new: texts[.chooseNewPasscode]
        case .confirm: texts[.confirmNewPasscode]
        case .done: texts[.passcodeIsSet]
        }
    }

    /// The title of the cancel button: "later" if a passcode is optional.
    public var cancelTitle: String {
        guard purpose == .set else { return texts[.cancel] }
        return texts[lock.policy.passcodeRequired ? .signInAgain : .setUpLater]
    }

    /// The reason to choose a passcode, or nil.
    public var reason: String? {
        guard purpose == .set, step == .new else { return nil }
        if lock.policy.passcodeRequired { return texts[.teamRequiresPasscode] }
        if lock.protection == .biometricsOnly { return texts[.passcodeBeforeData] }
        // Without an account there is no sign-in.
        return texts[lock.canResetPasscode ? .offerReason : .offerReasonOnDevice]
    }

    /// Returns to the first step, with an empty entry.
    public func restart() {
        entry.restart()
        goBack()
    }

    private func goBack() {
        choice.forgetAll()
        step = purpose == .set ? .new : .current
    }

    private func take(_ passcode: Passcode) -> PasscodeEntry.Reply {
        // The app was locked since the current passcode was entered: the user enters it again.
        if choice.current != nil, ticket != lock.lockState.ticket {
            goBack()
            return .taken
        }
        switch step {
        case .current where purpose == .enable:
            return .changing { [self] in finish(await lock.enablePasscode(passcode)) }
        case .current:
            // Verified immediately, and not only after two more entries.
            return .unlocking { [self] in await confirm(current: passcode) }
        case .new:
            if let rejection = choice.take(passcode) { return .finished(rejection) }
            step = .confirm
            return .taken
        case .confirm:
            guard let new = choice.confirm(passcode) else {
                step = .new
                return .differs
            }
            return .changing { [self] in finish(await install(new)) }
        case .done:
            return .taken
        }
    }

    private func confirm(current passcode: Passcode) async -> UnlockOutcome {
        let outcome = await lock.verifyPasscode(passcode)
        if outcome == .unlocked { (choice.current, ticket, step) = (passcode, lock.lockState.ticket, .new) }
        return outcome
    }

    private func install(_ new: Passcode) async -> PasscodeChangeOutcome {
        guard let current = choice.current else { return await lock.setPasscode(new) }
        return await lock.changePasscode(from: current, to: new)
    }

    private func finish(_ outcome: PasscodeChangeOutcome) -> PasscodeChangeOutcome {
        switch outcome {
        case .done:
            choice.forgetAll()
            step = .done
        case .notConfirmed(.wrong), .notConfirmed(.wait), .notConfirmed(.exhausted), .notConfirmed(.shut): goBack()
        case .rejected, .reused: step = .new
        // The failure may be temporary: entering it once more is enough.
        default: break
        }
        return outcome
    }
}
