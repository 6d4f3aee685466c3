#if canImport(SwiftUI) && canImport(UIKit)
import LatchkeyUI
import SwiftUI

@main
struct RepairShopApp: App {
    @State private var shop = Shop()

    var body: some Scene {
        WindowGroup { RootView(shop: shop) }
    }
}
#endif
