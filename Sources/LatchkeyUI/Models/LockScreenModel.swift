public import Foundation
public import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeyAPI
internal import LatchkeySession
public import Observation

/// The model of the lock screen, which requests the passcode or a biometric match.
@MainActor @Observable
public final class LockScreenModel {
    /// The passcode that the screen requests.
    public enum Question: Sendable, Hashable {
        /// The current passcode, which unlocks the app.
        case passcode
        /// This device's previous passcode, after the account's was changed elsewhere.
        case formerPasscode
    }

    /// The passcode that the screen requests.
    public private(set) var question = Question.passcode
    /// The entry of the passcode, with the result of the last attempt.
    public let entry: PasscodeEntry
    /// Whether to offer ``askToEraseData()``: nothing that the account has opens the data on this device.
    public private(set) var canEraseData = false
    /// Whether to show ``eraseWarning``, with the choice of ``eraseData()`` and ``keepData()``.
    public private(set) var isAskingToErase = false

    @ObservationIgnored private let lock: any LockModel
    @ObservationIgnored private let texts: ScreenTexts
    /// The account's passcode, while the previous one is requested.
    @ObservationIgnored private var current: Passcode?
    /// Whether the server rejected the last passcode as it would any other on this device.
    private var isRejected = false
    @ObservationIgnored private var wasOpen: Bool

    /// Creates the model of a lock screen.
    ///
    /// - Parameters:
    ///   - lock: The lock to unlock.
    ///   - texts: The texts in the user's language.
    ///   - clock: Measures the delay.
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

    /// The title of the screen, which names the requested input.
    public var title: String {
        guard requiresPasscode else { return texts.lock[.locked] }
        return switch question {
        case .passcode: texts[.enterPasscode]
        case .formerPasscode: texts[.enterFormerPasscode]
        }
    }

    /// Whether the passcode is requested. False if only biometrics unlock the app.
    public var requiresPasscode: Bool { lock.requiresPasscode }

    /// Whether to offer signing in again: the alternative without a passcode, or if none can succeed.
    public var canSignInAgain: Bool { (!requiresPasscode || entry.isOver || isRejected) && lock.canSignInAgain }

    /// Whether to offer a reset by email.
    public var canResetPasscode: Bool { requiresPasscode && lock.canResetPasscode }

    /// The reason that nothing can be unlocked, or nil. Offer ``tryAgain()`` with it.
    public var problem: String? { lock.problem?.text(in: texts) }

    /// The reason that the passcode is requested, until the first attempt; otherwise nil.
    public var notice: String? { lock.notice?.text(in: texts) }

    /// The problem, the result of the last attempt, or the reason that the passcode is requested; otherwise nil.
    public var status: String? { problem ?? entry.status ?? notice }

    /// Reads the stored state again.
    public func tryAgain() async { await lock.start() }

    /// Requires the user to sign in again. Request confirmation first, unless ``canSignInAgain`` is true.
    public func signInAgain() async { await lock.signInAgain() }

    /// The warning before the data on this device is erased.
    public var eraseWarning: String { texts[.signOutWarning] }

    /// Shows the warning, which ``eraseData()`` requires.
    public func askToEraseData() { isAskingToErase = canEraseData }

    /// Hides the warning.
    public func keepData() { isAskingToErase = false }

    /// Erases the data on this device. The user then signs in again. Does nothing unless the warning was shown.
    public func eraseData() async {
        guard isAskingToErase else { return }
        isAskingToErase = false
        if let error = await lock.signOut() { entry.setMessage(error.text(in: texts)) }
    }

    /// The biometrics to offer, or nil.
    public var biometrics: BiometricType? {
        guard question == .passcode, !lock.isPasscodeDemanded, lock.policy.biometricsAllowed, lock.isBiometricEnabled
        else { return nil }
        return lock.isBiometricAvailable ? lock.biometricType : nil
    }

    /// Requests a biometric match.
    public func unlockWithBiometrics() async {
        let outcome = await lock.unlockWithBiometrics()
        if let text = outcome.text(in: texts.lock, texts.biometrics) { entry.setMessage(text) }
    }

    /// Resets the screen, which may live as long as its window, when the lock opens or closes. After an erased vault or
    /// an ended session, nothing is left on it.
    private func followLock() {
        let isOpen = withObservationTracking {
            lock.access.isOpen
        } onChange: { [weak self] in
            // Called before the change.
            Task { @MainActor in self?.followLock() }
        }
        guard isOpen != wasOpen else { return }
        wasOpen = isOpen
        (question, current, isRejected) = (.passcode, nil, false)
        (canEraseData, isAskingToErase) = (false, false)
        entry.beginAnew()
    }

    private func open(with passcode: Passcode) async -> UnlockOutcome {
        if question == .formerPasscode, let current {
            let outcome = await lock.openVault(knownAs: passcode, now: current)
            if outcome == .unlocked { (question, self.current) = (.passcode, nil) }
            return outcome
        }
        let outcome = await lock.unlock(with: passcode)
        isRejected = if case .failed(.vault(.unlockServer(let error))) = outcome { error.requiresSignIn } else { false }
        (canEraseData, isAskingToErase) = (outcome == .failed(.vault(.recoveryKeyRejected)), false)
        if outcome == .failed(.formerPasscodeNeeded) { (question, current) = (.formerPasscode, passcode) }
        return outcome
    }
}
