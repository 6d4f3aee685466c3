import LatchkeyShared
import SwiftUI

/// The app of the master plan, whose users have an account on a server.
struct DashboardApp: App {
    private let server = ServerURL("https://lock.example.com")

    init() {
        if let server { Latchkey.configure(.apple(), server: server, reason: "Unlock Repair Minder.") }
    }

    var body: some Scene {
        WindowGroup {
            if server == nil {
                Text("The server's address must be an https URL.")
            } else {
                // Signs in, offers a passcode or "Set up later", and locks.
                SessionView(AuthManager.shared) { DashboardView() }
            }
        }
    }
}

struct DashboardView: View {
    private let appState = AppState.shared

    var body: some View {
        Form {
            Text(verbatim: appState.currentUser?.email ?? "")
            PasscodeSettingsView()
            Button("Sign out", role: .destructive) { Task { await appState.logout() } }
        }
    }
}
