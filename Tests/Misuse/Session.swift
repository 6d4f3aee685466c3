// What an app with an account must not be able to write. `scripts/check misuse` compiles it as an app outside the
// package: each marked line has to be an error, and no other one may be.
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyUI

/// What a session owns is not operated past it: the server would not learn of it, and a manual lock would not hold.
@MainActor
func operateTheSessionsLock(_ session: SessionModel, _ passcode: Passcode) async {
    session.lock.requireLock()  // refused
    _ = await session.lock.unlock(with: passcode)  // refused
    _ = await session.lock.authenticateWithBiometric()  // refused
    _ = session.auth  // refused
    session.lockApp()  // refused
    session.requireLock()  // refused
    session.vault.lock()  // refused
}

/// A session is put together in one call.
@MainActor
func assembleASession(_ api: LatchkeyClient, _ session: SessionModel, _ lock: PasscodeService) {
    _ = AuthService.self  // refused
    _ = SessionModel(auth: session.auth, lock: lock)  // refused
}

/// What the screens look at opens nothing.
@MainActor
func operateWhatScreensLookAt(_ lock: any LockModel, _ passcode: Passcode) async {
    lock.lockApp()  // refused
    lock.requireLock()  // refused
    lock.vault.lock()  // refused
    _ = (lock as? SessionModel)?.lock  // refused
}

/// How it is meant.
@MainActor
func inOneCall(_ platform: LockPlatform, _ server: ServerURL) async {
    let session = AppLock.account(platform, server: server, reason: "Unlock.", sessionLock: InProcessSessionLock())
    await session.start()
    let lock: any LockModel = session
    _ = lock.isLocked && session.isLocked
}
