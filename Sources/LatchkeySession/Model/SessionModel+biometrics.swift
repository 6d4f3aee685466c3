internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Whether to offer biometrics now: after signing in, not at every launch, if the device has them and the user has
    /// not declined them since. They supplement a passcode, or replace it if ``canUseBiometricsOnly`` is true.
    public var shouldOfferBiometrics: Bool {
        guard policy.biometricsAllowed, state == .ready, session.isOfferDue else { return false }
        if case .passcode(false) = lock.protection { return lock.isBiometricAvailable }
        return canUseBiometricsOnly
    }

    /// Declines biometrics until the next sign-in.
    public func declineBiometrics() { apply(.offerResolved) }

    /// Whether ``useBiometricsOnly()`` can be offered now: the user has no passcode, and the vault has sealed no app
    /// data. That is true before ``setUpLater()``, after biometrics alone were disabled, and always in an app that
    /// seals nothing without a passcode (`AppLock.account(…, sealsWithoutPasscode: false)`).
    public var canUseBiometricsOnly: Bool {
        guard policy.biometricsAllowed, !policy.passcodeRequired, lock.isBiometricAvailable else { return false }
        switch lock.protection {
        case .absent: return canSetUpLater
        case .open: return lock.vault.needsPasscodeForData && (canSetUpLater || state == .ready)
        default: return false
        }
    }

    /// Protects the session by biometrics alone, without a passcode: the next launch requests a match and restores
    /// the session.
    ///
    /// The vault then contains only the session's tokens. If the enrolment changes or there is no match, the user signs
    /// in again (``signInAgain()``), which starts with an empty vault. While the lock's protection is `biometricsOnly`,
    /// sealing app data throws `VaultError.passcodeNeeded`: set a passcode (``setPasscode(_:)``) first.
    public func useBiometricsOnly() async -> PasscodeChangeOutcome {
        if state == .ready { return await turnOnBiometricsOnly() }
        guard canSetUpLater, policy.biometricsAllowed else { return .notNow }
        let epoch = session.epoch
        do {
            if lock.protection != .biometricsOnly {
                try await claim()
                let outcome = await lock.protectWithBiometricsOnly()
                guard outcome == .done else { return outcome }
            }
            try await auth.keep()
            await takeSettings()
        } catch {
            // The vault was locked meanwhile, but everything else is done: the next unlock seals the tokens.
            guard error == .locked else { return .failed(LockError(error)) }
        }
        confirmedTicket = lock.state.ticket
        apply(.kept(epoch, nil))
        apply(.offerResolved)
        return .done
    }

    /// Enables biometrics alone for a vault that already contains the tokens.
    private func turnOnBiometricsOnly() async -> PasscodeChangeOutcome {
        guard canUseBiometricsOnly else { return .notNow }
        let outcome = await lock.protectWithBiometricsOnly()
        if outcome == .done { apply(.offerResolved) }
        return outcome
    }

    /// Whether a passcode opens the app. If only biometrics do, offer ``signInAgain()`` as the alternative.
    public var requiresPasscode: Bool { phase != .signedIn || lock.protection != .biometricsOnly }

    /// Enables biometrics, which requires the passcode if there is one, or disables them. If only biometrics protected
    /// the session, it is then unprotected, and the next launch behaves as without a passcode. By default, the user
    /// signs in again. They can be enabled again.
    public func setBiometric(enabled: Bool, confirming passcode: Passcode? = nil) async -> PasscodeChangeOutcome {
        guard state == .ready, !enabled || policy.biometricsAllowed else { return .notNow }
        if enabled, canUseBiometricsOnly { return await turnOnBiometricsOnly() }
        let outcome = await lock.setBiometric(enabled: enabled, confirming: passcode)
        if outcome == .done { apply(.offerResolved) }
        return outcome
    }
}
