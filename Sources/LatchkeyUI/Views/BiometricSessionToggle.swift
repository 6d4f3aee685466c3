#if canImport(SwiftUI)
public import SwiftUI

/// A toggle that enables biometrics for a session of your own backend. It is empty on a device without them.
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
        // The user may have enabled or removed biometrics in the system's settings.
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
    /// Offers biometrics after a sign-in to your own backend, when ``BiometricSessionModel/signedIn()`` requests it.
    /// Apply it to the first view that users see after signing in.
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
