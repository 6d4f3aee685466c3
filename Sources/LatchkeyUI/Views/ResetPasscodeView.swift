#if canImport(SwiftUI)
public import SwiftUI

/// A view for resetting a forgotten passcode.
public struct ResetPasscodeView: View {
    @Bindable private var model: ResetPasscodeModel
    private let onDone: @MainActor () -> Void
    private let onCancel: @MainActor () -> Void
    private let onDisappear: @MainActor () -> Void
    @State private var code = ""
    @Environment(\.screenTexts) private var texts

    /// Creates a view of the model's steps.
    ///
    /// - Parameters:
    ///   - model: The steps.
    ///   - onDone: Called once a new passcode is set.
    ///   - onCancel: Called if the user cancels.
    public init(
        model: ResetPasscodeModel, onDone: @escaping @MainActor () -> Void, onCancel: @escaping @MainActor () -> Void
    ) {
        self.init(model: model, onDone: onDone, onCancel: onCancel, onDisappear: {})
    }

    /// - Parameter onDisappear: Called when the view disappears. In a lock's window that is so while the user reads the
    ///   email, so the view itself does not start over.
    package init(
        model: ResetPasscodeModel, onDone: @escaping @MainActor () -> Void, onCancel: @escaping @MainActor () -> Void,
        onDisappear: @escaping @MainActor () -> Void
    ) {
        (self.model, self.onDone, self.onCancel, self.onDisappear) = (model, onDone, onCancel, onDisappear)
    }

    public var body: some View {
        VStack { step }
            .task { if model.login != nil { await model.load() } }
            .onChange(of: model.step) { _, step in
                if step == .done { onDone() }
            }
            .onDisappear { onDisappear() }
    }

    @ViewBuilder private var step: some View {
        switch model.step {
        case .email:
            if model.showsEmail {
                form(label: texts[.email], isAddress: true, text: $model.email) {
                    await model.requestCode()
                } actions: {
                    loginButton
                }
            } else {
                VStack(spacing: 16) {
                    LoginNotice(title: model.title, message: model.status)
                    loginButton
                    cancelButton
                }
                .scrollsIfNeeded()
            }
        case .code:
            form(label: texts[.code], isAddress: false, text: $code) {
                model.submit(code: code)
            } actions: {
                Button(texts[.sendCodeAgain]) { Task { await model.requestCode() } }.disabled(model.isWorking)
            }
        case .new, .confirm, .done:
            ScrollView {
                VStack(spacing: 16) {
                    PasscodeEntryView(entry: model.entry, title: model.title)
                    cancelButton
                }
                .frame(maxWidth: .infinity)
            }
        }
    }

    @ViewBuilder private var loginButton: some View {
        if let login = model.login {
            Button(login.title(in: texts)) { Task { await model.beginByLogin() } }.disabled(model.isWorking)
        }
    }

    private var cancelButton: some View {
        Button(texts[.cancel], action: onCancel).buttonStyle(.borderless)
    }

    private func form<Actions: View>(
        label: String, isAddress: Bool, text: Binding<String>, onSubmit: @escaping @MainActor () async -> Void,
        @ViewBuilder actions: @escaping () -> Actions
    ) -> some View {
        EmailCodeForm(
            title: model.title, label: label, message: model.status, button: texts[.done], isWorking: model.isWorking,
            isAddress: isAddress, text: text
        ) {
            Task { await onSubmit() }
        } actions: {
            actions()
            cancelButton
        }
    }
}
#endif
