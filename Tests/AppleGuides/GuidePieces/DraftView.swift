import LatchkeyLifecycle
import SwiftUI

/// A text that is saved when the app or the view leaves. The handler belongs to the view, and ends with it.
struct DraftView: View {
    let lifecycle: AppLifecycleManager
    let save: @MainActor (String) -> Void
    @State private var text = ""
    @State private var registration: LifecycleRegistration?

    var body: some View {
        TextField("Note", text: $text)
            .onAppear {
                registration = lifecycle.onBackground { await keep() }
            }
            .onDisappear {
                registration?.cancel()
                keep()
            }
    }

    @MainActor
    private func keep() { save(text) }
}

/// Reads the scene phase of its own window, because another window may be in the background.
struct PausingView: View {
    @Environment(\.scenePhase) private var scenePhase
    @State private var isPlaying = false

    var body: some View {
        Text(verbatim: isPlaying ? "Playing" : "Paused")
            .onChange(of: scenePhase, initial: true) { _, phase in isPlaying = phase == .active }
    }
}
