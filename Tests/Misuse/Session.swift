// Code that must not compile in an app with an account. `scripts/check misuse` compiles it outside the package. Each
// marked line must be an error, and no other line may be one.
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyUI

/// Direct use of a session's parts would bypass the server and the manual lock.
@MainActor
func operateTheSessionsLock(_ session: SessionModel, _ passcode: Passcode) async {
    session.lock.requireLock()  // rejected
    _ = await session.lock.unlock(with: passcode)  // rejected
    _ = await session.lock.authenticateWithBiometric()  // rejected
    _ = session.auth  // rejected
    session.lockApp()  // rejected
    session.requireLock()  // rejected
    session.vault.lock()  // rejected
}

/// A session may be assembled only with one call.
@MainActor
func assembleASession(_ api: LatchkeyClient, _ session: SessionModel, _ lock: PasscodeService) {
    _ = AuthService.self  // rejected
    _ = SessionModel(auth: session.auth, lock: lock)  // rejected
}

/// The lock model of screens cannot lock or unlock.
@MainActor
func operateWhatScreensLookAt(_ lock: any LockModel, _ passcode: Passcode) async {
    lock.lockApp()  // rejected
    lock.requireLock()  // rejected
    lock.vault.lock()  // rejected
    _ = (lock as? SessionModel)?.lock  // rejected
}

/// The intended use.
@MainActor
func inOneCall(_ platform: LockPlatform, _ server: ServerURL) async {
    let session = AppLock.account(platform, server: server, reason: "Unlock.", sessionLock: InProcessSessionLock())
    await session.start()
    let lock: any LockModel = session
    _ = lock.isLocked && session.isLocked
}
