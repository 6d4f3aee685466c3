import LatchkeyLock
import LatchkeyUI
import SwiftData
import SwiftUI

/// The content of a window, with the lock over it.
struct RootView: View {
    let app: AppEnvironment

    var body: some View {
        ZStack {
            switch app.onboarding.step {
            case .loading: ProgressView()
            case .introduction, .passcode: OnboardingView(onboarding: app.onboarding)
            case .done: NotesView(app)
            }
        }
        .modelContainer(app.container)
        .appLock(app.lock)
        .task { await app.lock.start() }
    }
}
