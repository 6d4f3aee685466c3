#if canImport(SwiftUI)
internal import SwiftUI

/// Asks for the passcode in a sheet as long as a change of the settings waits for it.
private struct PasscodeQuestion: ViewModifier {
    let model: PasscodeSettingsModel?
    let isAsked: @MainActor (PasscodeSettingsModel.Question) -> Bool
    @Environment(\.screenTexts) private var texts

    func body(content: Content) -> some View {
        content.sheet(isPresented: isAsking) {
            if let model { question(of: model).interactiveDismissDisabled() }
        }
    }

    private func question(of model: PasscodeSettingsModel) -> some View {
        // The way out is reached on a low screen and with large text, too.
        ScrollView {
            VStack(spacing: 16) {
                PasscodeEntryView(entry: model.entry, title: model.title)
                Button(texts[.cancel]) { model.cancel() }.buttonStyle(.borderless)
            }
            .padding()
            .frame(maxWidth: .infinity)
        }
    }

    private var isAsking: Binding<Bool> {
        .presented({ model?.question.map(isAsked) == true }, onDismiss: { model?.cancel() })
    }
}

extension View {
    /// Asks for the passcode that a change of the settings takes; for nothing while there is no model.
    ///
    /// - Parameters:
    ///   - model: The settings.
    ///   - isAsked: Whether this view asks it: each row that changes something does so for itself.
    func asksForPasscode(
        of model: PasscodeSettingsModel?,
        when isAsked: @escaping @MainActor (PasscodeSettingsModel.Question) -> Bool = { _ in true }
    ) -> some View {
        modifier(PasscodeQuestion(model: model, isAsked: isAsked))
    }
}
#endif
