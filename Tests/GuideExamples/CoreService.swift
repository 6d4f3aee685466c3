import LatchkeyShared

/// The screens' calls of the core service. A change returns an outcome, with the reason if it failed.
@MainActor
struct PasscodeScreens {
    let passcodeService: PasscodeService

    /// The lock screen: the passcode unlocks the app, without a further call.
    func enter(_ passcode: String) async -> Bool { await passcodeService.unlockApp(with: passcode) == .unlocked }

    /// The settings: the current passcode allows one change.
    func change(from old: String, to new: String) async -> PasscodeChangeOutcome {
        guard await passcodeService.verifyPasscode(old) else { return .passcodeNeeded }
        return await passcodeService.setPasscode(new)
    }

    /// The settings: disables the passcode.
    func remove(_ passcode: String) async -> PasscodeChangeOutcome {
        guard await passcodeService.verifyPasscode(passcode) else { return .passcodeNeeded }
        return await passcodeService.removePasscode()
    }

    /// The button of the lock screen. A match unlocks the app.
    func useBiometrics() async -> String? {
        switch await passcodeService.authenticateWithBiometric() {
        case .success, .failure(.biometricCancelled): nil
        case .failure(.biometricFailed(let text)): text
        case .failure(.biometricNotAvailable), .failure(.incorrectPasscode): "Enter your passcode."
        }
    }
}
