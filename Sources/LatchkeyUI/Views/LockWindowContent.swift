#if canImport(SwiftUI)
internal import SwiftUI

/// The content of a lock's window: the cover, or the lock screen.
struct LockWindowContent: View {
    let cover: LockCover
    /// The model of the lock screen, or nil for the cover.
    let model: LockScreenModel?
    let texts: ScreenTexts
    let appearance: LockAppearance
    let makeReset: (@MainActor () -> ResetPasscodeModel?)?
    @State private var reset: ResetPasscodeModel?

    var body: some View {
        ZStack {
            LockBackdrop()
            switch cover {
            case .none: EmptyView()
            case .cover: LockLogo().foregroundStyle(.secondary)
            case .lock: screen
            }
        }
        .environment(\.screenTexts, texts)
        .looks(like: appearance)
    }

    @ViewBuilder private var screen: some View {
        if let reset {
            ResetPasscodeView(model: reset, onDone: finishReset, onCancel: endReset)
        } else if let model {
            PasscodeLockView(model: model, onForgotPasscode: makeReset == nil ? nil : beginReset)
        }
    }

    private func beginReset() { reset = makeReset?() }

    private func finishReset() {
        if let status = reset?.pendingStatus { model?.entry.setMessage(status) }
        endReset()
    }

    private func endReset() { reset = nil }
}
#endif
