#if canImport(SwiftUI)
internal import LatchkeyBiometrics
public import LatchkeyLock
public import LatchkeySession
public import SwiftUI

/// An alert that offers biometrics, in addition to the passcode or alone.
private struct BiometricOfferModifier: ViewModifier {
    let lock: any LockModel
    let isOffering: Binding<Bool>
    @State private var settings: PasscodeSettingsModel?
    @Environment(\.screenTexts) private var texts

    func body(content: Content) -> some View {
        content
            // Not in the initializer, which runs whenever the parent view is drawn.
            .onAppear {
                guard settings == nil else { return }
                settings = PasscodeSettingsModel(lock, texts: texts)
            }
            .alert(Text(verbatim: title), isPresented: isOffering) {
                Button(texts[.enable]) { Task { await settings?.setBiometrics(true) } }
                Button(texts[.notNow], role: .cancel) {}
            } message: {
                Text(verbatim: texts[lock.isPasscodeEnabled ? .offerBiometricsReason : .offerBiometricsOnlyReason])
            }
            .passcodeQuestion(of: settings)
    }

    private var title: String { texts[.offerBiometrics, with: lock.biometricType] }
}

extension View {
    /// Offers biometrics once after signing in. Enabling them requires the passcode if there is one. Apply it to the
    /// first view that signed-in users see.
    @MainActor
    public func biometricOffer(_ session: SessionModel) -> some View {
        // Either button is a response.
        let isOffering = Binding.presented(
            { session.shouldOfferBiometrics }, onDismiss: { session.declineBiometrics() })
        return modifier(BiometricOfferModifier(lock: session, isOffering: isOffering))
    }

    /// Offers biometrics in addition to the passcode of an app without an account. Enabling them requires the passcode.
    ///
    /// - Parameters:
    ///   - service: The lock.
    ///   - isPresented: Whether to offer them now, for example after the first passcode. Nothing is shown while the
    ///     lock is locked, has no passcode or has enabled biometrics, or while the device has none. Either response
    ///     sets it to false.
    @MainActor
    public func biometricOffer(_ service: PasscodeService, isPresented: Binding<Bool>) -> some View {
        let isOffering = Binding.presented(
            {
                isPresented.wrappedValue && service.isBiometricAvailable
                    && service.protection == .passcode(biometrics: false) && !service.isLocked
            }, onDismiss: { isPresented.wrappedValue = false })
        return modifier(BiometricOfferModifier(lock: service, isOffering: isOffering))
    }
}
#endif
