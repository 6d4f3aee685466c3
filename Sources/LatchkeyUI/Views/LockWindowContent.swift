#if canImport(SwiftUI)
internal import SwiftUI

/// What a lock's window shows: the cover, or the screen that asks for the passcode.
struct LockWindowContent: View {
    let cover: LockCover
    /// Nil where the passcode is not asked for.
    let model: LockScreenModel?
    let texts: ScreenTexts
    let appearance: LockAppearance
    let makeReset: (@MainActor () -> ResetPasscodeModel)?
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
        if let status = reset?.pendingStatus { model?.entry.tell(status) }
        endReset()
    }

    private func endReset() { reset = nil }
}
#endif
