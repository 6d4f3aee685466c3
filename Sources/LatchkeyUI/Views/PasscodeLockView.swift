#if canImport(SwiftUI)
public import SwiftUI

/// The lock screen, which requests the passcode or biometrics.
public struct PasscodeLockView: View {
    private let model: LockScreenModel
    private let onForgotPasscode: (@MainActor () -> Void)?
    @Environment(\.screenTexts) private var texts
    @Environment(\.lockBranding) private var branding

    /// Creates a lock screen for the model.
    ///
    /// - Parameters:
    ///   - model: The lock screen.
    ///   - onForgotPasscode: The action of "Forgot passcode?"; nil hides it. It is shown if a reset is possible.
    public init(model: LockScreenModel, onForgotPasscode: (@MainActor () -> Void)? = nil) {
        (self.model, self.onForgotPasscode) = (model, onForgotPasscode)
    }

    public var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                LockLogo()
                if let title = branding.title {
                    Text(verbatim: title).font(.title2).multilineTextAlignment(.center)
                }
                if model.requiresPasscode {
                    PasscodeEntryView(
                        entry: model.entry, title: model.title, problem: model.problem ?? notice,
                        biometrics: model.biometrics, onBiometrics: unlockWithBiometrics)
                } else {
                    BiometricPromptView(
                        title: model.title, status: model.status, biometrics: model.biometrics,
                        onBiometrics: unlockWithBiometrics)
                }
                otherActions
            }
            .padding(.vertical, 32)
            .frame(maxWidth: .infinity)
        }
        .scrollBounceBehavior(.basedOnSize)
        .accessibilityAddTraits(.isModal)
        .announces(model.isAskingToErase ? model.eraseWarning : nil)
        .announcesItself()
    }

    /// The alternatives to entering the passcode.
    @ViewBuilder private var otherActions: some View {
        if model.problem != nil {
            Button(texts[.tryAgain]) { Task { await model.tryAgain() } }.buttonStyle(.borderedProminent)
        }
        if model.canSignInAgain {
            Button(texts[.signInAgain]) { Task { await model.signInAgain() } }.buttonStyle(.borderless)
        }
        if model.isAskingToErase {
            // No alert, which would be a window over the lock's.
            Text(verbatim: model.eraseWarning).multilineTextAlignment(.center)
            Button(texts[.eraseOtherAccount], role: .destructive) { Task { await model.eraseData() } }
                .buttonStyle(.borderless)
            Button(texts[.cancel], role: .cancel) { model.keepData() }.buttonStyle(.borderless)
        } else if model.canEraseData {
            Button(texts[.eraseOtherAccount]) { model.askToEraseData() }.buttonStyle(.borderless)
        }
        if let onForgotPasscode, model.canResetPasscode {
            Button(texts[.forgotPasscode], action: onForgotPasscode).buttonStyle(.borderless)
        }
    }

    /// The reason for the request, until there is another text.
    private var notice: String? { model.entry.status == nil ? model.notice : nil }

    private func unlockWithBiometrics() { Task { await model.unlockWithBiometrics() } }
}
#endif
