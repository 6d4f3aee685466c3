import LatchkeyLock
import LatchkeyUI
import SwiftUI

/// Offers a passcode at each start until there is one, and biometrics after it.
struct PasscodeOffer: ViewModifier {
    let lock: PasscodeService
    @State private var choice: SetPasscodeModel?
    @State private var isChoosing = false
    @State private var offersBiometrics = false
    @Environment(\.screenTexts) private var texts

    func body(content: Content) -> some View {
        content
            // Nil until it was read. With a vault there is, or was, a passcode.
            .onChange(of: lock.protection, initial: true) { former, protection in
                guard former == nil || former == protection, protection == .absent else { return }
                choice = SetPasscodeModel(.set, of: lock, texts: texts)
                isChoosing = true
            }
            // An alert comes up once the sheet is gone.
            .sheet(isPresented: $isChoosing, onDismiss: { offersBiometrics = lock.isPasscodeEnabled }) {
                if let choice {
                    SetPasscodeView(model: choice, onDone: { isChoosing = false }, onCancel: { isChoosing = false })
                }
            }
            .biometricOffer(lock, isPresented: $offersBiometrics)
    }
}
