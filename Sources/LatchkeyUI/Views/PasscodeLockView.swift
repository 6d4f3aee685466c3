#if canImport(SwiftUI)
public import SwiftUI

/// The lock screen.
public struct PasscodeLockView: View {
    private let model: LockScreenModel
    private let onForgotPasscode: (@MainActor () -> Void)?
    @Environment(\.screenTexts) private var texts

    /// Shows the model.
    ///
    /// - Parameters:
    ///   - model: The lock screen.
    ///   - onForgotPasscode: What "Forgot passcode?" does; nil leaves it out.
    public init(model: LockScreenModel, onForgotPasscode: (@MainActor () -> Void)? = nil) {
        (self.model, self.onForgotPasscode) = (model, onForgotPasscode)
    }

    public var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                Image(systemName: "lock.fill").font(.largeTitle).accessibilityHidden(true)
                PasscodeEntryView(
                    entry: model.entry, title: model.title, problem: model.problem, biometrics: model.biometrics
                ) {
                    Task { await model.unlockWithBiometrics() }
                }
                if let onForgotPasscode {
                    Button(texts[.forgotPasscode], action: onForgotPasscode).buttonStyle(.borderless)
                }
            }
            .padding(.vertical, 32)
            .frame(maxWidth: .infinity)
        }
        .scrollBounceBehavior(.basedOnSize)
        .accessibilityAddTraits(.isModal)
        .announcesItself()
    }
}
#endif
