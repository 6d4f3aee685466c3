import Foundation
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
    @State private var isLeaving = false
    @State private var problem: String?

    var body: some View {
        Form {
            Text(verbatim: appState.currentUser?.email ?? "")
            PasscodeSettingsView()
            Button("Sign out", role: .destructive) { isLeaving = true }
            if let problem { Text(verbatim: problem) }
        }
        .alert(Text("Sign out?"), isPresented: $isLeaving) {
            Button("Sign out and erase", role: .destructive) { Task { await signOut() } }
            Button("Cancel", role: .cancel) {}
        } message: {
            Text("The passcode and the data that it protects are erased from this device.")
        }
    }

    private func signOut() async { problem = await appState.logout()?.localizedDescription }
}
