#if canImport(SwiftUI)
public import LatchkeySession
public import SwiftUI

/// A view for deleting the account: the effects, and the passcode if the account has one. For a sheet.
public struct DeleteAccountView: View {
    private let makeModel: @MainActor (ScreenTexts) -> DeleteAccountModel
    private let onCancel: @MainActor () -> Void
    @State private var models = LazyBox<DeleteAccountModel>()
    @Environment(\.screenTexts) private var texts

    /// Shows the effects, and waits for a response.
    ///
    /// - Parameters:
    ///   - session: The account's session. After the deletion no user is signed in.
    ///   - onDeleted: Deletes the app's own files, whose key no longer exists.
    ///   - onCancel: Called if the user keeps the account.
    public init(
        _ session: SessionModel, onDeleted: @escaping @MainActor () async -> Void,
        onCancel: @escaping @MainActor () -> Void
    ) {
        makeModel = { DeleteAccountModel(session, texts: $0, onDeleted: onDeleted) }
        self.onCancel = onCancel
    }

    private var model: DeleteAccountModel { models.value { makeModel(texts) } }

    public var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                Text(verbatim: texts[.deleteAccount])
                    .font(.title2)
                    .multilineTextAlignment(.center)
                    .accessibilityAddTraits(.isHeader)
                if model.requiresPasscode {
                    PasscodeEntryView(entry: model.entry, title: texts[.enterAccountPasscode], reason: model.warning)
                } else {
                    Text(verbatim: model.warning).multilineTextAlignment(.center)
                    if let message = model.message { Text(verbatim: message).multilineTextAlignment(.center) }
                    Button(texts[.deleteAccount], role: .destructive) { Task { await model.confirm() } }
                }
                Button(texts[.cancel], action: onCancel).buttonStyle(.borderless)
            }
            .padding()
            .frame(maxWidth: .infinity)
        }
        .disabled(model.isWorking)
        .announces(model.message)
        .interactiveDismissDisabled()
    }
}
#endif
