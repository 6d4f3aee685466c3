import LatchkeyLock
import LatchkeyUI
import SwiftUI

@main
struct ShopApp: App {
    @State private var shop = Shop(
        lock: AppLock.device(.apple(), reason: "Open the repair shop.", afterTenFailures: .unlimited))
    var body: some Scene {
        WindowGroup { ShopView(shop: shop).appLock(shop.lock).task { await shop.lock.start() } }
    }
}
