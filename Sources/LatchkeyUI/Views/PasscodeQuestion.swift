#if canImport(SwiftUI)
internal import SwiftUI

/// A sheet that requests the passcode while a change of the settings waits for it.
private struct PasscodeQuestion: ViewModifier {
    let model: PasscodeSettingsModel?
    let isRequested: @MainActor (PasscodeSettingsModel.Question) -> Bool
    @Environment(\.screenTexts) private var texts

    func body(content: Content) -> some View {
        content.sheet(isPresented: isAsking) {
            if let model { question(of: model).interactiveDismissDisabled() }
        }
    }

    private func question(of model: PasscodeSettingsModel) -> some View {
        // Scrolling keeps the cancel button reachable on a low screen and with large text.
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
        .presented({ model?.question.map(isRequested) == true }, onDismiss: { model?.cancel() })
    }
}

extension View {
    /// Requests the passcode for a change of the settings. Does nothing without a model.
    ///
    /// - Parameters:
    ///   - model: The settings.
    ///   - isRequested: Whether this view requests it: each row does so for its own changes.
    func passcodeQuestion(
        of model: PasscodeSettingsModel?,
        when isRequested: @escaping @MainActor (PasscodeSettingsModel.Question) -> Bool = { _ in true }
    ) -> some View {
        modifier(PasscodeQuestion(model: model, isRequested: isRequested))
    }
}
#endif
