import LatchkeyPasscode

@testable import LatchkeyLock

extension PasscodeService {
    /// Recovers as an account's session does, which has nothing to prepare here.
    func recover(with key: RecoveryKey, setting passcode: Passcode?) async -> UnlockOutcome {
        await recover(with: key, adopting: passcode) {}
    }
}
