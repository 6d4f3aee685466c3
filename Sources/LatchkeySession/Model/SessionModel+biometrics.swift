internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Whether to offer biometrics now, beside the passcode: after signing in and not at every launch, if the device
    /// has them and the person has not declined since. Without a passcode see ``canUseBiometricsOnly``.
    public var shouldOfferBiometrics: Bool {
        guard policy.biometricsAllowed, state == .ready, session.isOfferDue, case .passcode(false) = lock.protection
        else { return false }
        return lock.isBiometricAvailable
    }

    /// Declines biometrics until the next sign-in.
    public func declineBiometrics() { apply(.offerAnswered) }

    /// Whether ``useBiometricsOnly()`` can be offered now: to a person who sets up a passcode later, before
    /// ``setUpLater()`` creates a vault that the app may use for its own data.
    public var canUseBiometricsOnly: Bool {
        canSetUpLater && policy.biometricsAllowed && lock.protection == .absent && lock.isBiometricAvailable
    }

    /// Protects the session by biometrics alone, without a passcode (requirement 03): the next launch asks for a match,
    /// and restores the session.
    ///
    /// The vault then holds the session's tokens and nothing else: when the enrolment changes or there is no match, the
    /// person signs in again (``signInAgain()``), which starts with an empty vault. While the lock's protection is
    /// `biometricsOnly`, sealing the app's own data throws `VaultError.passcodeNeeded`: ask for a passcode
    /// (``setPasscode(_:)``) first.
    public func useBiometricsOnly() async -> PasscodeChangeOutcome {
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
        return .done
    }

    /// Whether a passcode opens the app. If only biometrics do, ``signInAgain()`` is the alternative.
    public var asksForPasscode: Bool { phase != .signedIn || lock.protection != .biometricsOnly }

    /// Turns biometrics on, which needs the passcode, or off. If they alone protected the session, it is unprotected
    /// from then on, and the next launch does what it does without a passcode: by default, the person signs in again.
    public func setBiometric(enabled: Bool, confirming passcode: Passcode? = nil) async -> PasscodeChangeOutcome {
        guard state == .ready, !enabled || policy.biometricsAllowed else { return .notNow }
        return await lock.setBiometric(enabled: enabled, confirming: passcode)
    }
}
