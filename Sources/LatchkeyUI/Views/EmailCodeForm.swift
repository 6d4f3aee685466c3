#if canImport(SwiftUI)
internal import SwiftUI

/// A form for an email address, or for the code from the email.
struct EmailCodeForm<Actions: View>: View {
    let title: String
    let label: String
    let message: String?
    let button: String
    let isWorking: Bool
    let isAddress: Bool
    @Binding var text: String
    let onSubmit: @MainActor () -> Void
    /// Other buttons, which scroll with the field.
    @ViewBuilder let actions: () -> Actions
    @FocusState private var isFocused: Bool

    var body: some View {
        Form {
            Section {
                TextField(label, text: $text)
                    .focused($isFocused)
                    .emailOrCodeKeyboard(isAddress: isAddress)
                    .autocorrectionDisabled()
                    .onSubmit(onSubmit)
                    // A code such as 72KQ-F2M9 has one order of its parts in every language.
                    .environment(\.layoutDirection, .leftToRight)
                Button(button, action: onSubmit).disabled(isWorking || text.isEmpty)
            } header: {
                Text(verbatim: title)
            } footer: {
                if let message { Text(verbatim: message) }
            }
            Section { actions() }
        }
        .onAppear { isFocused = true }
        .announces(Announcement(title: title, message: message))
    }
}
#endif
