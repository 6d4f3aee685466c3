#if canImport(SwiftUI)
public import LatchkeySession
public import SwiftUI

/// A screen that requests the passcode while the app is open, and sends it to the server.
public struct PasscodeConfirmationView: View {
    private let makeModel: @MainActor (ScreenTexts) -> PasscodeConfirmationModel
    private let onConfirm: @MainActor () -> Void
    private let onCancel: @MainActor () -> Void
    @State private var models = LazyBox<PasscodeConfirmationModel>()
    @Environment(\.screenTexts) private var texts

    /// Creates a screen that requests the passcode of the session's account.
    ///
    /// - Parameters:
    ///   - session: The session of the passcode.
    ///   - reason: The reason for the request, as a full sentence, or nil.
    ///   - onConfirm: Called once the server has verified the passcode.
    ///   - onCancel: Called if the user cancels.
    public init(
        _ session: SessionModel, reason: String? = nil, onConfirm: @escaping @MainActor () -> Void,
        onCancel: @escaping @MainActor () -> Void
    ) {
        makeModel = { PasscodeConfirmationModel(session, reason: reason, texts: $0) }
        (self.onConfirm, self.onCancel) = (onConfirm, onCancel)
    }

    private var model: PasscodeConfirmationModel { models.value { makeModel(texts) } }

    public var body: some View {
        // Scrolling keeps the cancel button reachable on a low screen and with large text.
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
    /// Requests the passcode in a sheet, without locking the app, and sends it to the server, after
    /// `SessionModel.perform(_:)` has thrown `SessionError.api(.passcodeTooOld(maxAge:))`.
    ///
    /// - Parameters:
    ///   - session: The session of the passcode. Apply the modifier below `.appLock(_:)`, whose lock covers the sheet.
    ///   - isPresented: Whether to request the passcode now. Either response sets it to false.
    ///   - reason: The reason for the request, as a full sentence, or nil.
    ///   - onConfirm: Called once the server has verified the passcode: repeat the call.
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
