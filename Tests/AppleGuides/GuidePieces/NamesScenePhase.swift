import LatchkeyLifecycle
import SwiftUI

/// Requirement 05's app of one scene. An app with the lock needs none of this: the lock follows the system itself.
struct ScenePhaseApp: App {
    private let lifecycle = AppLifecycleManager()
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup { Text(verbatim: "Repairs") }
            .onChange(of: scenePhase) { lifecycle.updateState($1) }
    }
}
