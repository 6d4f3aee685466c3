import LatchkeyShared
import SwiftData
import SwiftUI

/// The app of the infrastructure. A property with an initial value is made before `init`: set it in `init`.
struct MyAppApp: App {
    private let persistence: SwiftDataPersistence?
    @Environment(\.scenePhase) private var scenePhase

    init() {
        Latchkey.configure(.apple(), reason: "Unlock your notes.")
        let isOpen = (try? Latchkey.configurePersistence(for: [Repair.self])) != nil
        persistence = isOpen ? SwiftDataPersistence.shared : nil
    }

    var body: some Scene {
        WindowGroup {
            if let persistence {
                RepairList(models: persistence).modelContainer(persistence.modelContainer)
            } else {
                Text("Your repairs cannot be opened.")
            }
        }
        // The lock reports the phases of most apps by itself; to report them again changes nothing.
        .onChange(of: scenePhase) { AppLifecycleManager.shared.updateState($1) }
    }
}
