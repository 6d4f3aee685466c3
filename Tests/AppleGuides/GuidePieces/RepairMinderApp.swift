import LatchkeyShared
import SwiftUI

/// The app of the core service. Its lock is a window above everything, and measures absences itself.
struct RepairMinderApp: App {
    @StateObject private var passcodeService = PasscodeService.shared

    init() { Latchkey.configure(.apple(), reason: "Unlock Repair Minder.") }

    var body: some Scene {
        WindowGroup {
            Form {
                Button("Lock now") { passcodeService.lockApp() }.disabled(!passcodeService.isPasscodeEnabled)
                PasscodeSettingsView()
            }
            .appLock()
        }
    }
}
