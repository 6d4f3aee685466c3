import LatchkeyPasscode

@testable import LatchkeyLock

extension PasscodeService {
    /// Recovers like an account's session, without its preparation.
    func recover(with key: RecoveryKey, setting passcode: Passcode?) async -> UnlockOutcome {
        await recover(with: key, adopting: passcode) {}
    }
}
