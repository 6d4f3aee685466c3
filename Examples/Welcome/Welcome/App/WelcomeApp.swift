import Foundation
import LatchkeyUI
import SwiftUI

@main
struct WelcomeApp: App {
    @State private var app = Result { try AppEnvironment.live() }

    var body: some Scene {
        WindowGroup {
            switch app {
            case .success(let app): RootView(app: app)
            case .failure(let error): Text(verbatim: error.localizedDescription)
            }
        }
        #if os(macOS)
        Settings {
            if case .success(let app) = app { SettingsView(lock: app.lock).appLock(app.lock) }
        }
        #endif
    }
}
