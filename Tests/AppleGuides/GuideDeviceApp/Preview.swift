import LatchkeyLock
import LatchkeySecureStorage
import LatchkeyUI
import SwiftUI

/// A lock in memory: for previews, and for tests of an app's own views.
@MainActor
func lockInMemory() -> PasscodeService {
    let storage = InMemorySecureStorage()
    let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage))
    return AppLock.device(platform, reason: "Open the preview.", afterTenFailures: .unlimited)
}

#Preview("Open") {
    let lock = lockInMemory()
    ShopView(lock: lock).appLock(lock).task { await lock.start() }
}
