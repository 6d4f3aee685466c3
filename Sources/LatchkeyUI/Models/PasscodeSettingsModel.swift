internal import LatchkeyLifecycle
public import Foundation
internal import LatchkeyAPI
public import LatchkeyBiometrics
public import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession
public import Observation

/// The settings of the lock: passcode on or off, biometrics, timeout. What weakens the lock takes the passcode.
@MainActor @Observable
public final class PasscodeSettingsModel {
    /// What waits for the passcode.
    public enum Question: Sendable, Hashable {
        /// Turning the passcode off.
        case disable
        /// Turning biometrics on.
        case enableBiometrics
        /// A longer timeout.
        case timeout(LockTimeout)
    }

    /// What waits for the passcode, or nil.
    public private(set) var question: Question?
    /// The result of the last change that took no passcode, or nil.
    public private(set) var message: String?
    /// Whether a change that took no passcode is under way.
    public private(set) var isWorking = false
    /// The dots, the keys and the result of the last attempt, while a change waits for the passcode.
    public let entry: PasscodeEntry

    @ObservationIgnored private let lock: any LockModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let now: @Sendable () -> Date

    /// The settings of a lock.
    ///
    /// - Parameters:
    ///   - lock: The lock.
    ///   - texts: The language.
    ///   - clock: Measures the wait.
    ///   - now: The time of day of the lock's clock.
    public init(
        _ lock: some LockModel, texts: ScreenTexts, clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.lock, self.texts, self.now) = (lock, texts, now)
        entry = PasscodeEntry(lock, texts: texts, clock: clock, now: now)
        entry.onPasscode = { [weak self] passcode in
            .changing { [weak self] in await self?.answer(with: passcode) ?? .notNow }
        }
        observeAppState()
    }

    /// The reader may be set up, or taken away, in the system's settings while the app runs.
    private func observeAppState() {
        let appState = withObservationTracking {
            lock.lockState.appState
        } onChange: { [weak self] in
            Task { @MainActor in self?.observeAppState() }
        }
        if appState == .active { Task { await lock.checkBiometricAvailability() } }
    }

    /// Whether the passcode is on.
    public var isPasscodeEnabled: Bool { lock.isPasscodeEnabled }
    /// Whether the passcode may be turned off: not where the team requires it.
    public var canDisablePasscode: Bool { isPasscodeEnabled && !lock.policy.passcodeRequired }
    /// Whether the account has a passcode that was turned off: turning it on asks for it, and for no new one.
    public var canEnablePasscode: Bool { lock.canEnablePasscode }
    /// Whether a forgotten passcode can be reset by mail.
    public var canResetPasscode: Bool { isPasscodeEnabled && lock.canResetPasscode }
    /// Whether there is something to lock: a passcode, or biometrics alone.
    public var canLockNow: Bool { lock.isProtected }
    /// The biometrics to turn on or off, or nil. What is on is shown also when the device has none now: `other`, then.
    public var biometrics: BiometricType? {
        if lock.isBiometricAvailable, lock.policy.biometricsAllowed {
            isPasscodeEnabled || isBiometricEnabled || lock.canUseBiometricsOnly ? lock.biometricType : nil
        } else {
            isBiometricEnabled ? .other : nil
        }
    }
    /// Whether biometrics are on.
    public var isBiometricEnabled: Bool { lock.isBiometricEnabled }
    /// The absence that locks.
    public var timeout: LockTimeout { lock.timeout }
    /// The absences to choose from.
    public var timeouts: [LockTimeout] {
        LockTimeout.allCases.filter { $0.rawValue <= lock.policy.longestTimeoutMinutes }
    }
    /// What the team decided and these settings therefore leave out, a sentence each.
    public var rules: [String] {
        let policy = lock.policy
        var rules: [String] = []
        if policy.passcodeRequired { rules.append(texts[.teamRequiresPasscode]) }
        if let longest = timeouts.last, longest != LockTimeout.allCases.last {
            rules.append(texts[.teamLimitsTimeout].replacing("{time}", with: longest.name(in: texts)))
        }
        if !policy.biometricsAllowed, lock.isBiometricAvailable { rules.append(texts[.teamForbidsBiometrics]) }
        return rules
    }
    /// What to ask for while something waits for the passcode.
    public var title: String { texts[.enterCurrentPasscode] }

    /// Turns the passcode off, once it is given.
    public func disablePasscode() {
        if canDisablePasscode { ask(.disable) }
    }

    /// Turns biometrics on, once the passcode is given if there is one, or off.
    public func setBiometrics(_ isOn: Bool) async {
        if isOn, !lock.canUseBiometricsOnly { return ask(.enableBiometrics) }
        await work { await self.lock.setBiometric(enabled: isOn, confirming: nil) }
    }

    /// Sets the absence that locks; a longer one may take the passcode.
    public func setTimeout(_ timeout: LockTimeout) async {
        guard timeout != self.timeout else { return }
        guard !lock.needsPasscode(for: timeout) else { return ask(.timeout(timeout)) }
        await work { await self.lock.setTimeout(timeout, confirming: nil) }
    }

    /// Locks now.
    public func lockNow() async { await lock.lockNow() }

    /// Asks for the passcode no longer.
    public func cancel() {
        question = nil
        entry.restart()
    }

    private func ask(_ new: Question) {
        guard isPasscodeEnabled else { return }
        entry.restart()
        entry.waitAsRecorded()
        (question, message) = (new, nil)
    }

    private func answer(with passcode: Passcode) async -> PasscodeChangeOutcome {
        let outcome: PasscodeChangeOutcome =
            switch question {
            case .disable: await lock.disablePasscode(confirming: passcode)
            case .enableBiometrics: await lock.setBiometric(enabled: true, confirming: passcode)
            case .timeout(let timeout): await lock.setTimeout(timeout, confirming: passcode)
            case nil: .notNow
            }
        if outcome == .done { question = nil }
        return outcome
    }

    private func work(_ body: () async -> PasscodeChangeOutcome) async {
        guard !isWorking else { return }
        isWorking = true
        message = await body().text(in: texts, now: now())
        isWorking = false
    }
}
