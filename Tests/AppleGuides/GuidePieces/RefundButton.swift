import Foundation
import LatchkeyBiometrics
import SwiftUI

/// Prompts for Face ID or Touch ID before a sensitive action. The button names the method.
struct RefundButton: View {
    let refund: @MainActor () -> Void
    let biometrics = LocalBiometricAuth()
    @State private var type = BiometricType.none
    @State private var problem: String?

    var body: some View {
        VStack {
            Button {
                Task { await confirm() }
            } label: {
                Label(type == .none ? "Refund" : "Refund with \(type.displayName)", systemImage: type.systemImage)
            }
            if let problem { Text(verbatim: problem) }
        }
        .task { type = await biometrics.biometricType }
    }

    private func confirm() async {
        // Also works after a lockout, and where no one is enrolled: the device's passcode is the fallback.
        switch await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: "Refund the customer.") {
        case .authenticated: refund()
        case .rejected(let error) where error.isCancellation: break
        case .rejected(let error): problem = error.localizedDescription
        }
    }
}
