import LatchkeyLock
import LatchkeyUI
import SwiftUI

/// The state that all windows share.
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
