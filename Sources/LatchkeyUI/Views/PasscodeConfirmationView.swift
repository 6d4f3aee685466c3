#if canImport(SwiftUI)
public import LatchkeySession
public import SwiftUI

/// Asks for the passcode while the app is open, and gives it to the server.
public struct PasscodeConfirmationView: View {
    private let makeModel: @MainActor (ScreenTexts) -> PasscodeConfirmationModel
    private let onConfirm: @MainActor () -> Void
    private let onCancel: @MainActor () -> Void
    @State private var models = LazyBox<PasscodeConfirmationModel>()
    @Environment(\.screenTexts) private var texts

    /// Asks for the passcode.
    ///
    /// - Parameters:
    ///   - session: Whose passcode.
    ///   - reason: Why, as a full sentence; nil to say nothing.
    ///   - onConfirm: Called once the server has taken the passcode.
    ///   - onCancel: Called when the user does not give it.
    public init(
        _ session: SessionModel, reason: String? = nil, onConfirm: @escaping @MainActor () -> Void,
        onCancel: @escaping @MainActor () -> Void
    ) {
        makeModel = { PasscodeConfirmationModel(session, reason: reason, texts: $0) }
        (self.onConfirm, self.onCancel) = (onConfirm, onCancel)
    }

    private var model: PasscodeConfirmationModel { models.value { makeModel(texts) } }

    public var body: some View {
        // The way out is reached on a low screen and with large text, too.
        ScrollView {
            VStack(spacing: 16) {
                if let problem = model.problem {
                    Text(verbatim: problem).multilineTextAlignment(.center)
                } else {
                    PasscodeEntryView(entry: model.entry, title: model.title, reason: model.reason)
                }
                Button(texts[.cancel], action: onCancel).buttonStyle(.borderless)
            }
            .padding()
            .frame(maxWidth: .infinity)
        }
        .interactiveDismissDisabled()
        .onChange(of: model.isConfirmed) { _, isConfirmed in
            if isConfirmed { onConfirm() }
        }
    }
}

extension View {
    /// Asks for the passcode in a sheet, without locking the app, and gives it to the server: after a call of
    /// `SessionModel.perform(_:)` has thrown `SessionError.api(.passcodeTooOld(maxAge:))`.
    ///
    /// - Parameters:
    ///   - session: Whose passcode. Put the modifier below `.appLock(_:)`, whose lock lies over the sheet.
    ///   - isPresented: Whether to ask now. Either answer sets it to false.
    ///   - reason: Why, as a full sentence; nil to say nothing.
    ///   - onConfirm: Called once the server has taken the passcode: make the call again.
    @MainActor
    public func passcodeConfirmation(
        _ session: SessionModel, isPresented: Binding<Bool>, reason: String? = nil,
        onConfirm: @escaping @MainActor () -> Void
    ) -> some View {
        sheet(isPresented: isPresented) {
            PasscodeConfirmationView(
                session, reason: reason,
                onConfirm: {
                    isPresented.wrappedValue = false
                    onConfirm()
                }, onCancel: { isPresented.wrappedValue = false })
        }
    }
}
#endif
