import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyUI

/// A lock that answers as it is told, for answers that only a server gives.
@MainActor final class ScriptedLock: ScreenLock {
    let service: PasscodeService
    var status: LockStatus { service.status }
    var access: LockState.Access { service.state.access }
    var allowsBiometrics = true
    var canEnablePasscode = false
    var policy = User.Policy.unrestricted
    var asksForPasscode = true
    var canResetPasscode = true
    var canSignInAgain = true
    var problem: SessionError?
    var notice: SessionNotice?
    var needsPasscodeForTimeout = false
    private(set) var asked: [String] = []
    private var answers: [PasscodeChangeOutcome<SessionError>]

    init(_ service: PasscodeService, answers: PasscodeChangeOutcome<SessionError>...) {
        (self.service, self.answers) = (service, answers)
    }

    private func answer(_ call: String) -> PasscodeChangeOutcome<SessionError> {
        asked.append(call)
        return answers.isEmpty ? .done : answers.removeFirst()
    }

    func refreshBiometrics() async {}
    func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome<SessionError> {
        await service.verifyPasscode(passcode).mapFailure(SessionError.vault)
    }
    func tryAgain() async { asked.append("try again") }
    func signInAgain() async { asked.append("sign in again") }

    private func unlocking(_ call: String) -> UnlockOutcome<SessionError> {
        guard case .notConfirmed(let outcome) = answer(call) else { return .unlocked }
        return outcome
    }

    func unlock(with passcode: Passcode) async -> UnlockOutcome<SessionError> { unlocking("unlock") }
    func unlock(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome<SessionError> {
        unlocking(former.matches(.other) && passcode.matches(.right) ? "former" : "mixed up")
    }
    func unlockWithBiometrics() async -> BiometricUnlockOutcome { .cancelled }
    func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome<SessionError> { answer("set") }
    func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        answer("change")
    }
    func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> { answer("enable") }
    func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        answer("disable")
    }
    func setBiometrics(
        enabled: Bool, confirming passcode: Passcode?
    ) async -> PasscodeChangeOutcome<SessionError> {
        answer("biometrics")
    }
    func setTimeout(
        _ timeout: LockTimeout, confirming passcode: Passcode?
    ) async -> PasscodeChangeOutcome<SessionError> {
        answer(passcode == nil ? "timeout" : "timeout with passcode")
    }
    func needsPasscode(for timeout: LockTimeout) -> Bool { needsPasscodeForTimeout }
    func lockNow() async { service.lockApp() }
}
