import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyUI

/// A lock with scripted results, for those that require a server.
@MainActor final class ScriptedLock: LockModel {
    let service: PasscodeService
    nonisolated var vault: Vault { service.vault }
    var lockState: LockState { service.state }
    var lockChanges: AsyncStream<LockChange> { service.lockChanges }
    var protection: VaultProtection? { service.protection }
    var waitUntil: Date? { service.waitUntil }
    var timeout: LockTimeout { service.timeout }
    var isPasscodeEnabled: Bool { service.isPasscodeEnabled }
    var isProtected: Bool { service.isProtected }
    var biometricType: BiometricType { service.biometricType }
    var passcodePolicy: PasscodePolicy { service.passcodePolicy }
    var isPasscodeDemanded = false
    var canEnablePasscode = false
    var policy = User.Policy.unrestricted
    var requiresPasscode = true
    var canResetPasscode = true
    var canSignInAgain = true
    var problem: LockError?
    var notice: SessionNotice?
    private(set) var asked: [String] = []
    private var outcomes: [PasscodeChangeOutcome]

    init(_ service: PasscodeService, outcomes: PasscodeChangeOutcome...) {
        (self.service, self.outcomes) = (service, outcomes)
    }

    private func nextOutcome(_ call: String) -> PasscodeChangeOutcome {
        asked.append(call)
        return outcomes.isEmpty ? .done : outcomes.removeFirst()
    }

    func checkBiometricAvailability() async {}
    func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome { await service.verifyPasscode(passcode) }
    func start() async { asked.append("try again") }
    func signInAgain() async { asked.append("sign in again") }
    func signOut() async -> SessionError? {
        asked.append("sign out")
        return nil
    }

    private func unlocking(_ call: String) -> UnlockOutcome {
        switch nextOutcome(call) {
        case .notConfirmed(let outcome): outcome
        case .failed(let error): .failed(error)
        default: .unlocked
        }
    }

    func unlock(with passcode: Passcode) async -> UnlockOutcome { unlocking("unlock") }
    func openVault(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome {
        unlocking(former.matches(.other) && passcode.matches(.right) ? "former" : "mixed up")
    }
    func unlockWithBiometrics() async -> BiometricUnlockOutcome { .cancelled }
    func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome { nextOutcome("set") }
    func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome { nextOutcome("change") }
    func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome { nextOutcome("enable") }
    func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome { nextOutcome("disable") }
    func setBiometric(enabled: Bool, confirming passcode: Passcode?) async -> PasscodeChangeOutcome {
        nextOutcome("biometrics")
    }
    func setTimeout(_ timeout: LockTimeout, confirming passcode: Passcode?) async -> PasscodeChangeOutcome {
        nextOutcome(passcode == nil ? "timeout" : "timeout with passcode")
    }
    func lockNow() async -> ManualLockOutcome { await service.lockNow() }
}
