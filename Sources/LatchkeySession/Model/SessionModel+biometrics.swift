public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Whether to offer biometrics now: after signing in, when the device has them, there is a passcode to fall back
    /// to, and the person has not said no since.
    public var shouldOfferBiometrics: Bool {
        guard state == .ready, !isOfferDeclined, case .passcode(false) = lock.protection else { return false }
        return lock.isBiometricAvailable
    }

    /// Offers biometrics no more until the next sign-in.
    public func declineBiometrics() { isOfferDeclined = true }

    /// Turns biometrics on, which takes the passcode.
    public func enableBiometrics(confirming passcode: Passcode) async -> SetBiometricOutcome {
        guard state == .ready else { return .failed(.locked) }
        return await lock.setBiometric(enabled: true, confirming: passcode)
    }

    /// Turns biometrics off.
    public func disableBiometrics() async -> SetBiometricOutcome {
        guard state == .ready else { return .failed(.locked) }
        return await lock.setBiometric(enabled: false)
    }
}
