import Foundation
import LatchkeyShared
import SwiftUI

/// The app of the biometric guide: content behind biometrics, again after a minute in the background.
struct SecureContentApp: App {
    @State private var lockManager = AppLockManager()
    @Environment(\.scenePhase) private var scenePhase

    init() { Latchkey.configure(.apple(), reason: "Unlock your notes.") }

    var body: some Scene {
        WindowGroup {
            if lockManager.isLocked {
                LockScreenView(lockManager: lockManager)
            } else {
                Text("Secret Content").biometricLock(reason: "Access your secure notes.")
            }
        }
        .onChange(of: scenePhase) { _, phase in
            switch phase {
            case .background: lockManager.handleBackgroundTransition()
            case .active: lockManager.handleForegroundTransition()
            default: break
            }
        }
    }
}

struct LockScreenView: View {
    let lockManager: AppLockManager
    @State private var errorMessage: String?

    var body: some View {
        VStack {
            if let errorMessage { Text(verbatim: errorMessage) }
            Button("Unlock with \(BiometricAuthManager.shared.biometricType.displayName)") { Task { await unlock() } }
        }
        .task { await unlock() }
    }

    private func unlock() async {
        switch await lockManager.unlock(reason: "Unlock your notes.") {
        case .success, .failure(.userCancel), .failure(.systemCancel): errorMessage = nil
        case .failure(let error): errorMessage = error.localizedDescription
        }
    }
}
