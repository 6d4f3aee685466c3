#if DEBUG
import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyPersistence
import LatchkeySecureStorage
import SwiftUI

/// The app in memory, for previews.
struct PreviewApp: View {
    enum Scenario {
        case firstLaunch, notes, locked
    }

    let scenario: Scenario
    @State private var app = Result { try AppEnvironment.inMemory() }

    var body: some View {
        switch app {
        case .success(let app): RootView(app: app).task { await prepare(app) }
        case .failure(let error): Text(verbatim: error.localizedDescription)
        }
    }

    func prepare(_ app: AppEnvironment) async {
        await app.lock.start()
        guard scenario != .firstLaunch, let passcode = Passcode("593072") else { return }
        _ = await app.lock.setPasscode(passcode)
        await app.notes.readDraft()
        app.notes.draft = "Water the plants"
        await app.notes.add()
        if scenario == .locked { app.lock.lockApp() }
    }
}

extension AppEnvironment {
    /// Without Keychain, biometrics and files.
    static func inMemory() throws(PersistenceError) -> AppEnvironment {
        let storage = InMemorySecureStorage()
        return AppEnvironment(
            platform: LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: []),
            persistence: try SwiftDataPersistence(for: [Note.self], in: .memory), biometrics: NoBiometrics())
    }
}

#Preview("First launch") { PreviewApp(scenario: .firstLaunch) }

#Preview("Notes") { PreviewApp(scenario: .notes) }

#Preview("Locked") { PreviewApp(scenario: .locked) }
#endif
