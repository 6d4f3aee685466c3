public import Foundation
public import LatchkeyBiometrics
public import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession
internal import LatchkeyUI

/// The passcode and biometrics of the app, as one object for the whole process.
///
/// Calls are asynchronous, and only a proof unlocks the app. Changes of the passcode and biometrics require the
/// passcode first: ``setPasscode(_:)`` or ``verifyPasscode(_:)`` in the last minute, in the unlocked app, once for each
/// change. A change that is rejected, for example by the policy, may be repeated in that minute.
///
/// ```swift
/// if await PasscodeService.shared.verifyPasscode(entered) {
///     outcome = await PasscodeService.shared.removePasscode()
/// }
/// ```
@MainActor
public final class PasscodeService: ObservedLock, PromptCoordinator {
    /// The service of this process. Traps before ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    public static var shared: PasscodeService { Latchkey.current.passcodeService }

    private let device: LatchkeyLock.PasscodeService?
    private let account: SessionModel?
    private let biometry: Biometry
    private let clock: any LockClock
    private let reason: String
    private let launch: Task<Void, Never>
    private var confirmation: Confirmation?

    init(
        _ lock: any LockModel, device: LatchkeyLock.PasscodeService?, account: SessionModel?, biometry: Biometry,
        clock: any LockClock, reason: String, launch: Task<Void, Never>
    ) {
        (self.device, self.account, self.biometry) = (device, account, biometry)
        (self.clock, self.reason, self.launch) = (clock, reason, launch)
        super.init(lock)
    }

    /// Whether content must not be shown. True until the stored state was read.
    public override var isLocked: Bool {
        get { super.isLocked }
        @available(
            *, unavailable,
            message: """
                Only a passcode or a match unlocks the app. Call lockApp() to lock, and unlockApp(with:) or \
                authenticateWithBiometric() to unlock.
                """
        )
        set {}
    }

    /// Whether biometrics are available.
    public var isBiometricAvailable: Bool { lock.isBiometricAvailable }

    /// The reason that the stored state cannot be read, or nil.
    public var problem: LockError? { lock.problem }

    /// The time of day until which no passcode is accepted, or nil.
    public var waitUntil: Date? { lock.waitUntil }

    /// Waits until the stored state was read; retries after an error.
    public func loadState() async {
        await launch.value
        if lock.problem != nil { await lock.start() }
    }

    /// Updates the available biometrics.
    public func checkBiometricAvailability() async {
        await lock.checkBiometricAvailability()
        await biometry.refresh()
    }

    /// Whether an absence of this number of seconds locks. The lock measures absences itself.
    public func shouldLockOnForeground(backgroundDuration: TimeInterval) -> Bool {
        lock.isProtected && lock.timeout.isReached(after: backgroundDuration)
    }

    /// Locks immediately; does nothing without a passcode. With an account, the server's session is locked too.
    public func lockApp() {
        device?.lockApp()
        account?.beginLocking()
    }

    /// Unlocks the app with the passcode.
    ///
    /// - Returns: `.noPasscode` also for a text that is not six digits.
    public func unlockApp(with passcode: String) async -> UnlockOutcome {
        guard let passcode = Passcode(passcode) else { return .noPasscode }
        await launch.value
        return await lock.unlock(with: passcode)
    }

    /// Not available: only a proof unlocks the app.
    @available(
        *, unavailable,
        message: """
            Only a passcode or a match unlocks the app. Call unlockApp(with:) instead of verifyPasscode(_:), or \
            authenticateWithBiometric(), after which the app is unlocked.
            """
    )
    public func unlockApp() {}

    /// Returns whether the passcode is correct, without changing the lock. A wrong one counts as a failed attempt;
    /// during a delay (``waitUntil``) the result is false.
    public func verifyPasscode(_ passcode: String) async -> Bool {
        guard let passcode = Passcode(passcode) else { return false }
        await launch.value
        guard await lock.verifyPasscode(passcode) == .unlocked else { return false }
        confirm(passcode)
        return true
    }

    /// Sets the first passcode. Replaces the current one after ``verifyPasscode(_:)``.
    ///
    /// - Returns: `.passcodeNeeded` without verification. `.rejected` with the policy's reason, or without a reason for
    ///   a text that is not six digits.
    public func setPasscode(_ passcode: String) async -> PasscodeChangeOutcome {
        guard let new = Passcode(passcode) else { return .rejected(nil) }
        await launch.value
        let outcome: PasscodeChangeOutcome
        if lock.isPasscodeEnabled {
            outcome = await confirmed { await $0.changePasscode(from: $1, to: new) }
        } else if lock.canEnablePasscode {
            outcome = await lock.enablePasscode(new)
        } else {
            outcome = await lock.setPasscode(new)
        }
        if outcome == .done { confirm(new) }
        return outcome
    }

    /// Removes the passcode and disables biometrics, after ``verifyPasscode(_:)``.
    ///
    /// Without an account, the lock then stores nothing, unless the app has used the ``vault()`` or an earlier version
    /// of the app created it. Its sealed data then stays readable.
    ///
    /// - Returns: `.passcodeNeeded` if the passcode was not verified before.
    public func removePasscode() async -> PasscodeChangeOutcome {
        let outcome = await confirmed { await $0.disablePasscode(confirming: $1) }
        if outcome == .done { await device?.eraseIfUnused() }
        return outcome
    }

    /// Enables or disables biometric unlock. Enabling it requires ``verifyPasscode(_:)`` before.
    ///
    /// - Returns: `.passcodeNeeded` if the passcode was not verified before.
    public func setBiometric(enabled: Bool) async -> PasscodeChangeOutcome {
        await launch.value
        // Without a passcode the lock reports the reason.
        guard enabled, lock.isPasscodeEnabled else { return await lock.setBiometric(enabled: enabled, confirming: nil) }
        return await confirmed { await $0.setBiometric(enabled: true, confirming: $1) }
    }

    /// Requests a biometric match. In a locked app it unlocks the app.
    public func authenticateWithBiometric() async -> Result<Void, PasscodeError> {
        await launch.value
        guard isLocked else { return PasscodeError.result(of: await biometry.match(reason: reason)) }
        return PasscodeError.result(of: await lock.unlockWithBiometrics())
    }

    /// Shows a system prompt of the app: see `PromptCoordinator`, and `prompts` of `BiometricSession`.
    public func prompt<Value: Sendable>(_ ask: @escaping @MainActor @Sendable () async -> Value) async -> Value? {
        await biometry.prompt(ask)
    }

    /// The vault, which seals and opens the app's data while unlocked. Once an app has used the vault, removing the
    /// passcode keeps it.
    ///
    /// Throws if the use cannot be recorded.
    public func vault() async throws(VaultError) -> Vault {
        try await lock.vault.noteUse()
        return lock.vault
    }

    private func confirm(_ passcode: Passcode) {
        confirmation = Confirmation(passcode, at: clock.reading(), ticket: lock.lockState.ticket)
        let wait = Confirmation.lifetime
        Task { [weak self] in
            try? await Task.sleep(for: wait)
            self?.dropConfirmation()
        }
    }

    /// Makes one change with the passcode that was confirmed: the next one needs it again. A change that was not made,
    /// for another reason than the passcode, leaves the confirmation for the rest of its time.
    private func confirmed(
        _ change: (any LockModel, Passcode) async -> PasscodeChangeOutcome
    ) async -> PasscodeChangeOutcome {
        guard let given = confirmation, let passcode = passcode(of: given) else {
            confirmation = nil
            return .passcodeNeeded
        }
        // Not for two changes at the same time.
        confirmation = nil
        let outcome = await change(lock, passcode)
        switch outcome {
        case .rejected, .reused, .unavailable, .notNow, .failed:
            if confirmation == nil, self.passcode(of: given) != nil { confirmation = given }
        case .done, .pendingHere, .passcodeNeeded, .notConfirmed: break
        }
        return outcome
    }

    private func passcode(of given: Confirmation) -> Passcode? {
        given.passcode(at: clock.reading(), ticket: lock.lockState.ticket)
    }

    /// Wipes the passcode, which is no longer used.
    private func dropConfirmation() {
        if let given = confirmation, passcode(of: given) == nil { confirmation = nil }
    }
}
