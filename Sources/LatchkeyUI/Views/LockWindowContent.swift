#if canImport(SwiftUI)
internal import SwiftUI

/// What a lock's window shows: the cover, or the screen that asks for the passcode.
struct LockWindowContent: View {
    let cover: LockCover
    let model: LockScreenModel
    let texts: ScreenTexts
    let onForgotPasscode: (@MainActor () -> Void)?

    var body: some View {
        ZStack {
            Rectangle().fill(.background).ignoresSafeArea()
            switch cover {
            case .none: EmptyView()
            case .cover: Image(systemName: "lock.fill").font(.largeTitle).foregroundStyle(.secondary)
            case .lock: PasscodeLockView(model: model, onForgotPasscode: onForgotPasscode)
            }
        }
        .environment(\.screenTexts, texts)
    }
}
#endif
