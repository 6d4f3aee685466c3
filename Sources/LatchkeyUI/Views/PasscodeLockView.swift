#if canImport(SwiftUI)
public import SwiftUI

/// The lock screen.
public struct PasscodeLockView: View {
    private let model: LockScreenModel
    private let onForgotPasscode: (@MainActor () -> Void)?
    @Environment(\.screenTexts) private var texts
    @Environment(\.lockBranding) private var branding

    /// Shows the model.
    ///
    /// - Parameters:
    ///   - model: The lock screen.
    ///   - onForgotPasscode: What "Forgot passcode?" does; nil leaves it out. It is there where a reset is possible.
    public init(model: LockScreenModel, onForgotPasscode: (@MainActor () -> Void)? = nil) {
        (self.model, self.onForgotPasscode) = (model, onForgotPasscode)
    }

    public var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                LockLogo()
                if let title = branding.title { Text(verbatim: title).font(.title2) }
                if model.asksForPasscode {
                    PasscodeEntryView(
                        entry: model.entry, title: model.title, problem: model.problem ?? notice,
                        biometrics: model.biometrics, onBiometrics: unlockWithBiometrics)
                } else {
                    BiometricPromptView(
                        title: model.title, status: model.status, biometrics: model.biometrics,
                        onBiometrics: unlockWithBiometrics)
                }
                waysOut
            }
            .padding(.vertical, 32)
            .frame(maxWidth: .infinity)
        }
        .scrollBounceBehavior(.basedOnSize)
        .accessibilityAddTraits(.isModal)
        .announcesItself()
    }

    /// What else can be done than typing the passcode.
    @ViewBuilder private var waysOut: some View {
        if model.problem != nil {
            Button(texts[.tryAgain]) { Task { await model.tryAgain() } }.buttonStyle(.borderedProminent)
        }
        if model.canSignInAgain {
            Button(texts[.signInAgain]) { Task { await model.signInAgain() } }.buttonStyle(.borderless)
        }
        if let onForgotPasscode, model.canResetPasscode {
            Button(texts[.forgotPasscode], action: onForgotPasscode).buttonStyle(.borderless)
        }
    }

    /// Why the passcode is asked for, until there is something else to tell.
    private var notice: String? { model.entry.status == nil ? model.notice : nil }

    private func unlockWithBiometrics() { Task { await model.unlockWithBiometrics() } }
}
#endif
