public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Whether to offer biometrics now, beside the passcode: after signing in and not at every launch, when the device
    /// has them and the person has not said no since. Without a passcode see ``canUseBiometricsOnly``.
    public var shouldOfferBiometrics: Bool {
        guard state == .ready, session.isOfferDue, case .passcode(false) = lock.protection else { return false }
        return lock.isBiometricAvailable
    }

    /// Offers biometrics no more until the next sign-in.
    public func declineBiometrics() { apply(.offerAnswered) }

    /// Whether ``useBiometricsOnly()`` can be offered now: to who has chosen to set up a passcode later, before
    /// ``setUpLater()`` makes a vault that the app may use for data of its own.
    public var canUseBiometricsOnly: Bool {
        phase == .offering && lock.protection == .absent && lock.isBiometricAvailable
    }

    /// Lets biometrics alone guard the session, in the place of a passcode (requirement 03): the next launch asks for a
    /// match, and takes the session up.
    ///
    /// The vault then holds the session's tokens, and must hold nothing else: when the enrolment changes or there is no
    /// match, signing in again (``signInAgain()``) is the way out, and begins with an empty vault. While the lock's
    /// protection is `biometricsOnly`, ask for a passcode (``setPasscode(_:)``) before the app seals data of its own.
    public func useBiometricsOnly() async -> PasscodeChangeOutcome<SessionError> {
        guard phase == .offering else { return .notNow }
        let epoch = session.epoch
        do {
            if lock.protection != .biometricsOnly {
                try await auth.claim(replacing: lock.protection == .absent)
                let outcome = await lock.protectWithBiometricsOnly()
                guard outcome == .done else { return outcome.mapFailure(SessionError.init) }
            }
            try await auth.keep()
            await takeTimeout()
        } catch {
            // Locked meanwhile, with everything in place: the tokens are sealed with the next unlock.
            guard error == .locked else { return .failed(error) }
        }
        confirmedTicket = lock.state.ticket
        apply(.kept(epoch, nil))
        return .done
    }

    /// Whether a passcode opens the app; not where biometrics alone do, whose way out is ``signInAgain()``.
    public var asksForPasscode: Bool { phase != .signedIn || lock.protection != .biometricsOnly }

    /// Turns biometrics on, which takes the passcode.
    public func enableBiometrics(confirming passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        guard state == .ready else { return .notNow }
        return await lock.setBiometric(enabled: true, confirming: passcode).mapFailure(SessionError.init)
    }

    /// Turns biometrics off. When they alone guarded the session, nothing does from then on, and the next launch does
    /// what it does without a passcode: by default, signing in again.
    public func disableBiometrics() async -> PasscodeChangeOutcome<SessionError> {
        guard state == .ready else { return .notNow }
        return await lock.setBiometric(enabled: false).mapFailure(SessionError.init)
    }
}
