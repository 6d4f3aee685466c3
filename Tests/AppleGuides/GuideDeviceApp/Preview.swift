import LatchkeyLock
import LatchkeySecureStorage
import LatchkeyUI
import SwiftUI

/// A lock in memory: for previews, and for tests of an app's own views.
@MainActor
func lockInMemory() -> PasscodeService {
    let storage = InMemorySecureStorage()
    let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
    return AppLock.device(platform, reason: "Open the preview.", afterTenFailures: .unlimited)
}

#Preview("Open") {
    let shop = Shop(lock: lockInMemory())
    ShopView(shop: shop).appLock(shop.lock).task { await shop.lock.start() }
}
