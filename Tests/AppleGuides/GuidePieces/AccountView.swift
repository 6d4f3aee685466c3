import LatchkeyAPI
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// What is below the lock: the app's own views, and its settings.
struct AccountView: View {
    let session: SessionModel
    @State private var isLeaving = false

    var body: some View {
        Form {
            if let user = session.user { Text(verbatim: user.email) }
            NavigationLink("Passcode") { LockSettingsView(AccountScreenLock(session)) }
            Button("Sign out", role: .destructive) { isLeaving = true }
        }
        .alert(Text("Sign out?"), isPresented: $isLeaving) {
            Button("Sign out", role: .destructive) { Task { _ = await session.signOut() } }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("What this app has sealed on this device is erased.")
        }
    }
}
