#if canImport(SwiftUI)
internal import LatchkeyBiometrics
internal import SwiftUI

/// The lock screen if only biometrics unlock the app: it has no keys, since there is no passcode.
struct BiometricPromptView: View {
    let title: String
    let status: String?
    /// The biometrics to request, or nil.
    let biometrics: BiometricType?
    let onBiometrics: @MainActor () -> Void
    @Environment(\.screenTexts) private var texts
    /// The start position of a screen reader.
    @AccessibilityFocusState private var isTitleRead: Bool

    var body: some View {
        VStack(spacing: 24) {
            Text(verbatim: title)
                .font(.headline)
                .multilineTextAlignment(.center)
                .accessibilityAddTraits(.isHeader)
                .accessibilityFocused($isTitleRead)
            if let status {
                Text(verbatim: status).font(.callout).foregroundStyle(.secondary).multilineTextAlignment(.center)
            }
            if let biometrics {
                Button(texts[.unlockWithBiometrics, with: biometrics], action: onBiometrics)
                    .buttonStyle(.borderedProminent)
            }
        }
        .padding()
        .onAppear { isTitleRead = true }
        .announces(Announcement(title: title, message: status))
    }
}

#Preview("Biometrics only") {
    BiometricPromptView(title: "Locked", status: nil, biometrics: .faceID, onBiometrics: {})
}

#Preview("Biometrics only, failed") {
    BiometricPromptView(title: "Locked", status: "No match. Try again.", biometrics: .faceID, onBiometrics: {})
}
#endif
