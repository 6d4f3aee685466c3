import LatchkeyLock
import LatchkeyUI
import SwiftUI

@main
struct ShopApp: App {
    @State private var shop = Shop(
        lock: AppLock.device(.apple(), reason: "Open the repair shop.", afterTenFailures: .erase))

    var body: some Scene {
        WindowGroup {
            ShopView(shop: shop)
                .appLock(shop.lock)
                .task { await shop.lock.start() }
        }
    }
}

/// What all windows share.
@MainActor
final class Shop {
    let lock: PasscodeService
    let notes: Notes

    init(lock: PasscodeService) { (self.lock, notes) = (lock, Notes(lock)) }
}

struct ShopView: View {
    let shop: Shop

    var body: some View {
        NavigationStack {
            List {
                NavigationLink("Notes") { NotesView(notes: shop.notes) }
                NavigationLink("Passcode") { LockSettingsView(shop.lock) }
            }
        }
    }
}
