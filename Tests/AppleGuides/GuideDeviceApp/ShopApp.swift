import LatchkeyLock
import LatchkeyUI
import SwiftUI

@main
struct ShopApp: App {
    @State private var lock = AppLock.device(.apple(), reason: "Open the repair shop.", afterTenFailures: .erase)

    var body: some Scene {
        WindowGroup {
            ShopView(lock: lock)
                .appLock(lock)
                .task { await lock.start() }
        }
    }
}

struct ShopView: View {
    let lock: PasscodeService

    var body: some View {
        NavigationStack {
            List {
                NavigationLink("Notes") { NotesView(lock: lock) }
                NavigationLink("Passcode") { LockSettingsView(lock) }
            }
        }
    }
}
