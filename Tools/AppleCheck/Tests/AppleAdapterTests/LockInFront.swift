import LatchkeyUI

@testable import LatchkeyLock

/// Returns the lock of an active, locked app.
@MainActor func lockInFront() async -> PasscodeService {
    let lock = await TestLock().locked()
    lock.send(.becameActive(timedOut: false))
    return lock
}
