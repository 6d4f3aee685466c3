internal import LatchkeyLifecycle
public import Foundation
internal import LatchkeyAPI
public import LatchkeyBiometrics
public import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession
public import Observation

/// The model of the lock's settings: passcode, biometrics and timeout. Changes that weaken the lock require the
/// passcode.
@MainActor @Observable
public final class PasscodeSettingsModel {
    /// A change that waits for the passcode.
    public enum Question: Sendable, Hashable {
        /// Disabling the passcode.
        case disable
        /// Enabling biometrics.
        case enableBiometrics
        /// A longer timeout.
        case timeout(LockTimeout)
    }

    /// The change that waits for the passcode, or nil.
    public private(set) var question: Question?
    /// The result of the last change without the passcode, or nil.
    public private(set) var message: String?
    /// Whether a change without the passcode is in progress.
    public private(set) var isWorking = false
    /// The passcode entry, while a change waits for it.
    public let entry: PasscodeEntry

    @ObservationIgnored private let lock: any LockModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let now: @Sendable () -> Date

    /// Creates the settings of a lock.
    ///
    /// - Parameters:
    ///   - lock: The lock.
    ///   - texts: The texts in the user's language.
    ///   - clock: Measures the delay.
    ///   - now: The time of day of the lock's clock.
    public init(
        _ lock: some LockModel, texts: ScreenTexts, clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.lock, self.texts, self.now) = (lock, texts, now)
        entry = PasscodeEntry(lock, texts: texts, clock: clock, now: now)
        entry.onPasscode = { [weak self] passcode in
            .changing { [weak self] in await self?.confirmQuestion(with: passcode) ?? .notNow }
        }
        observeAppState()
    }

    /// Updates the biometrics: the user may add or remove a reader in the system's settings while the app runs.
    private func observeAppState() {
        let appState = withObservationTracking {
            lock.lockState.appState
        } onChange: { [weak self] in
            Task { @MainActor in self?.observeAppState() }
        }
        if appState == .active { Task { await lock.checkBiometricAvailability() } }
    }

    /// Whether the passcode is enabled.
    public var isPasscodeEnabled: Bool { lock.isPasscodeEnabled }
    /// Whether the passcode may be disabled. False if the team requires it.
    public var canDisablePasscode: Bool { isPasscodeEnabled && !lock.policy.passcodeRequired }
    /// Whether the account has a disabled passcode. Enabling it requires that passcode, and no new one.
    public var canEnablePasscode: Bool { lock.canEnablePasscode }
    /// Whether a forgotten passcode can be reset by email.
    public var canResetPasscode: Bool { isPasscodeEnabled && lock.canResetPasscode }
    /// Whether there is something to lock: a passcode, or biometrics alone.
    public var canLockNow: Bool { lock.isProtected }
    /// The biometrics to enable or disable, or nil. Enabled biometrics are shown even if the device has none now, as
    /// `other`.
    public var biometrics: BiometricType? {
        if lock.isBiometricAvailable, lock.policy.biometricsAllowed {
            isPasscodeEnabled || isBiometricEnabled || lock.canUseBiometricsOnly ? lock.biometricType : nil
        } else {
            isBiometricEnabled ? .other : nil
        }
    }
    /// Whether biometrics are enabled.
    public var isBiometricEnabled: Bool { lock.isBiometricEnabled }
    /// The absence that locks the app.
    public var timeout: LockTimeout { lock.timeout }
    /// The timeouts that the user may choose.
    public var timeouts: [LockTimeout] {
        LockTimeout.allCases.filter { $0.rawValue <= lock.policy.longestTimeoutMinutes }
    }
    /// The team's rules that limit these settings, a sentence each.
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
    /// The title while a change waits for the passcode.
    public var title: String { texts[.enterCurrentPasscode] }

    /// Disables the passcode, after verifying it.
    public func disablePasscode() {
        if canDisablePasscode { ask(.disable) }
    }

    /// Enables biometrics, after verifying the passcode if there is one, or disables them.
    public func setBiometrics(_ isOn: Bool) async {
        if isOn, !lock.canUseBiometricsOnly { return ask(.enableBiometrics) }
        await work { await self.lock.setBiometric(enabled: isOn, confirming: nil) }
    }

    /// Sets the timeout. A longer one may require the passcode.
    public func setTimeout(_ timeout: LockTimeout) async {
        guard timeout != self.timeout else { return }
        guard !lock.needsPasscode(for: timeout) else { return ask(.timeout(timeout)) }
        await work { await self.lock.setTimeout(timeout, confirming: nil) }
    }

    /// Locks immediately.
    public func lockNow() async { await lock.lockNow() }

    /// Cancels the change that waits for the passcode.
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

    private func confirmQuestion(with passcode: Passcode) async -> PasscodeChangeOutcome {
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
