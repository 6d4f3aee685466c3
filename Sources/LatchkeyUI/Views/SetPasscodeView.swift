#if canImport(SwiftUI)
public import SwiftUI

/// A view for choosing a passcode.
public struct SetPasscodeView: View {
    private let model: SetPasscodeModel
    private let onDone: @MainActor () -> Void
    private let onCancel: @MainActor () -> Void
    private let onDisappear: @MainActor () -> Void

    /// Creates a view of the model's steps.
    ///
    /// - Parameters:
    ///   - model: The steps.
    ///   - onDone: Called once the passcode is set.
    ///   - onCancel: Called if the user cancels or postpones it.
    public init(
        model: SetPasscodeModel, onDone: @escaping @MainActor () -> Void, onCancel: @escaping @MainActor () -> Void
    ) {
        self.init(model: model, onDone: onDone, onCancel: onCancel, onDisappear: {})
    }

    /// - Parameter onDisappear: Called when the screen is gone.
    package init(
        model: SetPasscodeModel, onDone: @escaping @MainActor () -> Void, onCancel: @escaping @MainActor () -> Void,
        onDisappear: @escaping @MainActor () -> Void
    ) {
        (self.model, self.onDone, self.onCancel, self.onDisappear) = (model, onDone, onCancel, onDisappear)
    }

    public var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                PasscodeEntryView(entry: model.entry, title: model.title, reason: model.reason)
                Button(model.cancelTitle, action: onCancel)
                    .buttonStyle(.borderless)
            }
            .padding(.vertical, 32)
            .frame(maxWidth: .infinity)
        }
        .onChange(of: model.step) { _, step in
            if step == .done { onDone() }
        }
        .interactiveDismissDisabled()
        // A model that outlives its screen must not retain the entered passcode.
        .onDisappear {
            if model.step != .done { model.restart() }
            onDisappear()
        }
    }
}
#endif
