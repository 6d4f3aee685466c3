#if canImport(SwiftUI) && canImport(LocalAuthentication)
public import LatchkeyBiometrics
public import SwiftUI

/// Hides content until the system has confirmed its owner, by biometrics or the device's passcode, and again once the app
/// was in the background.
public struct BiometricLockModifier: ViewModifier {
    @State private var gate: BiometricGateModel
    private let onUnlock: () -> Void
    @Environment(\.scenePhase) private var phase
    @Environment(\.screenTexts) private var texts

    init(gate: BiometricGateModel, onUnlock: @escaping () -> Void) {
        _gate = State(wrappedValue: gate)
        self.onUnlock = onUnlock
    }

    public func body(content: Content) -> some View {
        Group {
            if gate.isOpen { content } else { closed }
        }
        .onChange(of: phase, initial: true) { _, phase in
            switch phase {
            case .active: Task { if await gate.becameActive() { onUnlock() } }
            case .background: gate.enteredBackground()
            default: break
            }
        }
    }

    private var closed: some View {
        VStack(spacing: 20) {
            Image(systemName: gate.type.systemImage).font(.largeTitle).accessibilityHidden(true)
            if let problem = gate.problem { Text(verbatim: problem).multilineTextAlignment(.center) }
            Button(buttonTitle) { Task { await open() } }.buttonStyle(.borderedProminent)
        }
        .padding()
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .announces(gate.problem)
    }

    private var buttonTitle: String {
        let name = gate.type.displayName(in: texts.biometrics)
        return texts[.useBiometrics].replacing("{biometrics}", with: name)
    }

    private func open() async {
        if await gate.open() { onUnlock() }
    }
}

extension View {
    /// Hides the view until the system has confirmed its owner. It protects no data: see ``BiometricGateModel``.
    ///
    /// - Parameters:
    ///   - reason: What the prompt says, as a full sentence.
    ///   - biometrics: Whom to ask.
    ///   - onUnlock: Called each time it opens.
    public func biometricLock(
        reason: String, biometrics: some BiometricAuthProtocol = LocalBiometricAuth(),
        onUnlock: @escaping () -> Void = {}
    ) -> some View {
        let texts = ScreenTexts.preferred(from: Locale.preferredLanguages)
        let gate = BiometricGateModel(biometrics, reason: reason, texts: texts)
        return modifier(BiometricLockModifier(gate: gate, onUnlock: onUnlock))
    }
}
#endif
