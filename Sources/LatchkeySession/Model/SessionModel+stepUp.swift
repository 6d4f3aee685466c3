internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Gives the passcode to the server without locking the app: after a call has thrown
    /// `.api(.passcodeTooOld(maxAge:))`, which the same call does not throw again from then on.
    ///
    /// The server counts a wrong passcode as it does at an unlock, and the last one ends the session. Nothing is opened
    /// or closed: the app has to be open, and a lock that comes meanwhile stays.
    ///
    /// - Returns: `.unlocked` when the server took the passcode; `.superseded` when the app was locked meanwhile;
    ///   `.noPasscode` when no passcode is on here or on the account, such as beside biometrics alone: set one first;
    ///   `.failed(.locked)` while the app is locked, and `.failed` when no one is signed in or the server did not
    ///   answer.
    public func confirmPasscode(_ passcode: Passcode) async -> UnlockOutcome {
        // The server checks one passcode of a session at a time.
        _ = await confirmation?.value
        guard state == .ready else { return .failed(state == .locked ? .locked : .signedOut) }
        guard lock.isPasscodeEnabled else { return .noPasscode }
        let epoch = session.epoch
        do {
            let answer = try await ask { () async throws(SessionError) in try await auth.check(passcode) }
            // C5: the lock wins.
            guard isCurrent(answer) else { return .superseded }
            await takeSettings()
            // It was turned off elsewhere, and no longer counts; the next unlock turns it off here.
            return answer.response.user.passcodeEnabled ? .unlocked : .noPasscode
        } catch {
            if error == .ended || error == .signedOut { apply(.ended(epoch)) }
            return switch error {
            case .api(.passcodeNotSet): .noPasscode
            // The app was locked before the server was asked.
            case .locked: .superseded
            default: UnlockOutcome(error, now: lock.vault.now)
            }
        }
    }
}
