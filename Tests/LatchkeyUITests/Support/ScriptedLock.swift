import LatchkeyLock
import LatchkeyPasscode
import LatchkeyUI

/// A lock that answers as it is told, for answers that only a server gives.
@MainActor final class ScriptedLock: ScreenLock {
    let service: PasscodeService
    var allowsBiometrics = true
    var canEnablePasscode = false
    var needsPasscodeForTimeout = false
    private(set) var asked: [String] = []
    private var answers: [PasscodeAnswer]

    init(_ service: PasscodeService, answers: PasscodeAnswer...) { (self.service, self.answers) = (service, answers) }

    private func answer(_ call: String) -> PasscodeAnswer {
        asked.append(call)
        return answers.isEmpty ? .accepted : answers.removeFirst()
    }

    func unlock(with passcode: Passcode) async -> PasscodeAnswer { answer("unlock") }
    func unlock(knownAs former: Passcode, now passcode: Passcode) async -> PasscodeAnswer {
        answer(former.matches(.other) && passcode.matches(.right) ? "former" : "mixed up")
    }
    func unlockWithBiometrics() async -> BiometricUnlockOutcome { .cancelled }
    func setPasscode(_ new: Passcode) async -> PasscodeAnswer { answer("set") }
    func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeAnswer { answer("change") }
    func enablePasscode(_ passcode: Passcode) async -> PasscodeAnswer { answer("enable") }
    func disablePasscode(confirming passcode: Passcode) async -> PasscodeAnswer { answer("disable") }
    func setBiometrics(enabled: Bool, confirming passcode: Passcode?) async -> PasscodeAnswer { answer("biometrics") }
    func setTimeout(_ timeout: LockTimeout, confirming passcode: Passcode?) async -> PasscodeAnswer {
        answer(passcode == nil ? "timeout" : "timeout with passcode")
    }
    func needsPasscode(for timeout: LockTimeout) -> Bool { needsPasscodeForTimeout }
    func lockNow() async { service.lockApp() }
}
