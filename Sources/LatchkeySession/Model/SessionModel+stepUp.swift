internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Verifies the passcode on the server without locking the app, after a call has thrown
    /// `.api(.passcodeTooOld(maxAge:))`. Repeat the call afterwards.
    ///
    /// The server counts a wrong passcode as at an unlock, and the last one ends the session. Nothing is opened or
    /// closed: the app must be open, and a lock meanwhile stays in effect.
    ///
    /// - Returns: `.unlocked` if the server verified the passcode, and `.superseded` if the app was locked meanwhile.
    ///   `.noPasscode` if no passcode is enabled on this device or the account, as with biometrics alone: set one
    ///   first. `.failed(.locked)` while the app is locked, and `.failed` if no user is signed in or the server did not
    ///   respond.
    public func confirmPasscode(_ passcode: Passcode) async -> UnlockOutcome {
        // The server verifies one passcode of a session at a time.
        _ = await confirmation?.value
        guard state == .ready else { return .failed(state == .locked ? .locked : .signedOut) }
        guard lock.isPasscodeEnabled else { return .noPasscode }
        let epoch = session.epoch
        do {
            let stamped = try await ask { () async throws(SessionError) in try await auth.check(passcode) }
            // C5: the lock wins.
            guard isCurrent(stamped) else { return .superseded }
            await takeSettings()
            // It was disabled elsewhere, and is no longer valid; the next unlock disables it on this device.
            return stamped.response.user.passcodeEnabled ? .unlocked : .noPasscode
        } catch {
            if error == .ended || error == .signedOut { apply(.ended(epoch)) }
            return switch error {
            case .api(.passcodeNotSet): .noPasscode
            // The app was locked before the request.
            case .locked: .superseded
            default: UnlockOutcome(error, now: lock.vault.now)
            }
        }
    }
}
