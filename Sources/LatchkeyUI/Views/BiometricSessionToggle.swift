#if canImport(SwiftUI)
public import SwiftUI

/// The setting that turns biometrics on and off for a session of your own backend. Shows nothing on a device without.
///
/// ```swift
/// Section { BiometricSessionToggle(biometrics) } header: { Text("Security") }
/// ```
public struct BiometricSessionToggle<Tokens: Codable & Sendable>: View {
    private let model: BiometricSessionModel<Tokens>
    @Environment(\.scenePhase) private var phase

    public init(_ model: BiometricSessionModel<Tokens>) { self.model = model }

    public var body: some View {
        VStack(alignment: .leading) {
            if model.isAvailable { Toggle(isOn: isOn) { Text(verbatim: model.name) }.disabled(model.isWorking) }
            if let message = model.message { Text(verbatim: message) }
        }
        .announces(model.message)
        // Biometrics may have been set up, or removed, in the system's settings.
        .onChange(of: phase, initial: true) { _, phase in
            if phase == .active { Task { await model.refresh() } }
        }
    }

    private var isOn: Binding<Bool> {
        Binding { @MainActor in
            model.isOn
        } set: { @MainActor isOn in
            Task { await model.setOn(isOn) }
        }
    }
}

extension View {
    /// Offers biometrics after a sign-in to your own backend: when ``BiometricSessionModel/signedIn()`` says so. On the
    /// view that a user sees first after signing in.
    @MainActor
    public func biometricOffer<Tokens: Codable & Sendable>(_ model: BiometricSessionModel<Tokens>) -> some View {
        alert(
            Text(verbatim: model.offerTitle),
            isPresented: .presented({ model.isOffering }, onDismiss: { model.decline() })
        ) {
            Button(model.texts[.enable]) { Task { await model.setOn(true) } }
            Button(model.texts[.notNow], role: .cancel) { model.decline() }
        } message: {
            Text(verbatim: model.offerReason)
        }
    }
}
#endif
