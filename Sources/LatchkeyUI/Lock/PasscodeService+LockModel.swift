public import LatchkeyLock
public import LatchkeyPasscode
public import LatchkeySession

extension PasscodeService: LockModel {
    public var lockState: LockState { state }
    public func unlockWithBiometrics() async -> BiometricUnlockOutcome { await authenticateWithBiometric() }
    public func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome { await setPasscode(new, replacing: nil) }

    public func lockNow() async -> ManualLockOutcome {
        lockApp()
        return isLocked ? .here : .noPasscode
    }

    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome {
        await setPasscode(new, replacing: old)
    }

    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome {
        await removePasscode(confirming: passcode)
    }
}
