import LatchkeyUI

@testable import LatchkeyLock

/// The lock of an app that is in front and locked.
@MainActor func lockInFront() async -> PasscodeService {
    let lock = await TestLock().locked()
    lock.send(.becameActive(timedOut: false))
    return lock
}
