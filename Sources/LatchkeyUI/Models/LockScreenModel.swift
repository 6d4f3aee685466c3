public import Foundation
public import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeyAPI
internal import LatchkeySession
public import Observation

/// The lock screen: asks for the passcode, or for a biometric match.
@MainActor @Observable
public final class LockScreenModel {
    /// Which passcode is asked for.
    public enum Question: Sendable, Hashable {
        /// The one that opens the app.
        case passcode
        /// The one that this device knew before the account's was changed elsewhere.
        case formerPasscode
    }

    /// Which passcode is asked for.
    public private(set) var question = Question.passcode
    /// The dots, the keys and the result of the last attempt.
    public let entry: PasscodeEntry

    @ObservationIgnored private let lock: any LockModel
    @ObservationIgnored private let texts: ScreenTexts
    /// The account's passcode, while the former one is asked for.
    @ObservationIgnored private var current: Passcode?
    @ObservationIgnored private var wasOpen: Bool

    /// - Parameters:
    ///   - lock: The lock to open.
    ///   - texts: The language.
    ///   - clock: Measures the wait.
    ///   - now: The time of day of the lock's clock.
    public init(
        _ lock: some LockModel, texts: ScreenTexts, clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.lock, self.texts) = (lock, texts)
        wasOpen = lock.access.isOpen
        entry = PasscodeEntry(lock, texts: texts, clock: clock, now: now)
        entry.followRecordedWait()
        followLock()
        entry.onPasscode = { [weak self] passcode in
            .unlocking { [weak self] in await self?.open(with: passcode) ?? .superseded }
        }
    }

    /// What to ask for.
    public var title: String {
        guard asksForPasscode else { return texts.lock[.locked] }
        return switch question {
        case .passcode: texts[.enterPasscode]
        case .formerPasscode: texts[.enterFormerPasscode]
        }
    }

    /// Whether the passcode is asked for, and keys are of use; not where biometrics alone open the app.
    public var asksForPasscode: Bool { lock.asksForPasscode }

    /// Whether to offer signing in again: the way out where there is no passcode.
    public var canSignInAgain: Bool { !asksForPasscode && lock.canSignInAgain }

    /// Whether to offer a reset by mail.
    public var canResetPasscode: Bool { asksForPasscode && lock.canResetPasscode }

    /// Why nothing can be opened, or nil. Offer ``tryAgain()`` with it.
    public var problem: String? { lock.problem?.text(in: texts) }

    /// Why the passcode is asked for, until the first attempt; otherwise nil.
    public var notice: String? { lock.notice?.text(in: texts) }

    /// Why nothing can be opened, the result of the last attempt, or why the passcode is asked for; otherwise nil.
    public var status: String? { problem ?? entry.status ?? notice }

    /// Reads what is stored again.
    public func tryAgain() async { await lock.start() }

    /// Asks to sign in again. Let the user confirm first, unless ``canSignInAgain`` is true.
    public func signInAgain() async { await lock.signInAgain() }

    /// The biometrics to offer, or nil.
    public var biometrics: BiometricType? {
        guard question == .passcode, !lock.isPasscodeDemanded, lock.policy.biometricsAllowed, lock.isBiometricEnabled
        else { return nil }
        return lock.isBiometricAvailable ? lock.biometricType : nil
    }

    /// Asks for a biometric match.
    public func unlockWithBiometrics() async {
        let outcome = await lock.unlockWithBiometrics()
        if let text = outcome.text(in: texts.lock, texts.biometrics) { entry.tell(text) }
    }

    /// The screen may live as long as its window: a vault that was erased, or a session that has ended, leaves nothing
    /// on it for the next one.
    private func followLock() {
        let isOpen = withObservationTracking {
            lock.access.isOpen
        } onChange: { [weak self] in
            // Told before the change.
            Task { @MainActor in self?.followLock() }
        }
        guard isOpen != wasOpen else { return }
        wasOpen = isOpen
        (question, current) = (.passcode, nil)
        entry.beginAnew()
    }

    private func open(with passcode: Passcode) async -> UnlockOutcome {
        if question == .formerPasscode, let current {
            let outcome = await lock.openVault(knownAs: passcode, now: current)
            if outcome == .unlocked { (question, self.current) = (.passcode, nil) }
            return outcome
        }
        let outcome = await lock.unlock(with: passcode)
        if outcome == .failed(.formerPasscodeNeeded) { (question, current) = (.formerPasscode, passcode) }
        return outcome
    }
}
