#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import LatchkeySession
import LatchkeyUI
import SwiftUI

@main
struct RepairShopApp: App {
    @State private var shop = Shop()

    var body: some Scene {
        WindowGroup {
            SessionView(shop.session) { TicketsView(shop: shop) }
                .teamLogin(shop.login)
        }
        #if os(macOS)
        Settings {
            SessionView(shop.session) { LockSettingsView(shop.session) }
                .teamLogin(shop.login)
        }
        #endif
    }
}
#endif
