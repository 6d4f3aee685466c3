#if canImport(SwiftUI)
internal import LatchkeyBiometrics
public import LatchkeyLock
public import LatchkeySession
public import SwiftUI

/// Offers biometrics in an alert: in addition to the passcode, or alone.
private struct BiometricOfferModifier: ViewModifier {
    let lock: any LockModel
    let isOffering: Binding<Bool>
    @State private var settings: PasscodeSettingsModel?
    @Environment(\.screenTexts) private var texts

    func body(content: Content) -> some View {
        content
            // Not in the initialiser, which runs whenever the view above is drawn.
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
            .asksForPasscode(of: settings)
    }

    private var title: String {
        let name = lock.biometricType.displayName(in: texts.biometrics)
        return texts[.offerBiometrics].replacing("{biometrics}", with: name)
    }
}

extension View {
    /// Offers biometrics once after signing in; turning them on takes the passcode if there is one. On the view that a
    /// user sees first who is signed in.
    @MainActor
    public func biometricOffer(_ session: SessionModel) -> some View {
        // Either button is an answer.
        let isOffering = Binding.presented(
            { session.shouldOfferBiometrics }, onDismiss: { session.declineBiometrics() })
        return modifier(BiometricOfferModifier(lock: session, isOffering: isOffering))
    }

    /// Offers biometrics beside the passcode of an app without an account, when the app wants it. Turning them on takes
    /// the passcode.
    ///
    /// - Parameters:
    ///   - service: The lock.
    ///   - isPresented: Whether to offer them now, after the first passcode for example. Nothing is shown while the
    ///     lock is locked, has no passcode, or has biometrics on already, or while the device has none. Either answer
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
