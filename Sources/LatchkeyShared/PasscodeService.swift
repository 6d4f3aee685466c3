public import Foundation
internal import LatchkeyBiometrics
public import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySecureStorage
internal import LatchkeySession
internal import LatchkeyUI

/// The passcode and biometrics of the app, with the calls of the core service's document.
///
/// Calls are asynchronous, and only a proof unlocks the app. Changes that the document makes without a proof require
/// the passcode first: ``setPasscode(_:)`` or ``verifyPasscode(_:)`` in the last minute, in the unlocked app, once for
/// each change.
///
/// ```swift
/// if await PasscodeService.shared.verifyPasscode(entered) {
///     outcome = await PasscodeService.shared.removePasscode()
/// }
/// ```
@MainActor
public final class PasscodeService: ObservedLock {
    /// The service of this process. Traps before ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    public static var shared: PasscodeService { Latchkey.current.passcodeService }

    private let device: LatchkeyLock.PasscodeService?
    private let account: SessionModel?
    private let vaultUse: VaultUse
    private let biometry: Biometry
    private let clock: any LockClock
    private let reason: String
    private let launch: Task<Void, Never>
    private var confirmation: Confirmation?

    init(
        _ lock: any LockModel, device: LatchkeyLock.PasscodeService?, account: SessionModel?, vaultUse: VaultUse,
        biometry: Biometry, clock: any LockClock, reason: String, launch: Task<Void, Never>
    ) {
        (self.device, self.account, self.vaultUse, self.biometry) = (device, account, vaultUse, biometry)
        (self.clock, self.reason, self.launch) = (clock, reason, launch)
        super.init(lock)
    }

    /// Whether content must not be shown. True until the stored state was read.
    public override var isLocked: Bool {
        get { super.isLocked }
        @available(
            *, unavailable,
            message: "Call lockApp() to lock. Only a proof opens: unlockApp(with:) or authenticateWithBiometric()."
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
            Only a proof opens the app. Call unlockApp(with: passcode) in place of verifyPasscode(_:). After a match \
            by authenticateWithBiometric() the app is open.
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
    /// - Returns: `.passcodeNeeded` without verification. `.refused` with the policy's reason, or without a reason for
    ///   a text that is not six digits.
    public func setPasscode(_ passcode: String) async -> PasscodeChangeOutcome {
        guard let new = Passcode(passcode) else { return .refused(nil) }
        await launch.value
        let outcome: PasscodeChangeOutcome
        if lock.isPasscodeEnabled {
            guard let old = takeConfirmation() else { return .passcodeNeeded }
            outcome = await lock.changePasscode(from: old, to: new)
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
    /// Without an account, the lock then stores nothing, unless the app has used the ``vault()``, whose sealed data
    /// stays readable.
    ///
    /// - Returns: `.passcodeNeeded` if the passcode was not verified before.
    public func removePasscode() async -> PasscodeChangeOutcome {
        guard let passcode = takeConfirmation() else { return .passcodeNeeded }
        let outcome = await lock.disablePasscode(confirming: passcode)
        // The passcode is removed in any case. A vault that cannot be erased now opens without a passcode.
        if outcome == .done, let device, await !vaultUse.isNoted() { try? await device.erase() }
        return outcome
    }

    /// Lets a biometric match unlock the app, after ``verifyPasscode(_:)``, or disables that.
    ///
    /// - Returns: `.passcodeNeeded` if the passcode was not verified before.
    public func setBiometric(enabled: Bool) async -> PasscodeChangeOutcome {
        await launch.value
        return await lock.setBiometric(enabled: enabled, confirming: enabled ? takeConfirmation() : nil)
    }

    /// Requests a biometric match. In a locked app it unlocks the app.
    public func authenticateWithBiometric() async -> Result<Void, PasscodeError> {
        await launch.value
        guard isLocked else { return PasscodeError.result(of: await biometry.match(reason: reason)) }
        return PasscodeError.result(of: await lock.unlockWithBiometrics())
    }

    /// Seals and opens the app's data while unlocked. Once an app has used the vault, removing the passcode keeps it.
    public func vault() async throws(SecureStorageError) -> Vault {
        try await vaultUse.note()
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

    /// Returns the confirmation for one change: the next one requires the passcode again.
    private func takeConfirmation() -> Passcode? {
        defer { confirmation = nil }
        return confirmation?.passcode(at: clock.reading(), ticket: lock.lockState.ticket)
    }

    /// Wipes the passcode, which is no longer used.
    private func dropConfirmation() {
        if confirmation?.passcode(at: clock.reading(), ticket: lock.lockState.ticket) == nil { confirmation = nil }
    }
}
