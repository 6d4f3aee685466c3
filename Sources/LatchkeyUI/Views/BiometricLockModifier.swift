#if canImport(SwiftUI) && canImport(LocalAuthentication)
internal import LatchkeyLifecycle
public import LatchkeyBiometrics
internal import LatchkeyLock
public import SwiftUI

/// A modifier that hides content until the system has authenticated the device's owner, and again after an absence.
/// While the app is not in use, the content is covered.
public struct BiometricLockModifier: ViewModifier {
    private let makeGate: @MainActor (ScreenTexts) -> BiometricGateModel
    private let onUnlock: () -> Void
    @State private var gate: BiometricGateModel?
    @Environment(\.screenTexts) private var texts

    init(gate: @escaping @MainActor (ScreenTexts) -> BiometricGateModel, onUnlock: @escaping () -> Void) {
        (makeGate, self.onUnlock) = (gate, onUnlock)
    }

    public func body(content: Content) -> some View {
        ZStack {
            if let gate {
                content.modifier(GatedContent(gate: gate, onUnlock: onUnlock))
            } else {
                // Not in the initializer, which runs whenever the parent view is drawn.
                LockBackdrop().onAppear { gate = makeGate(texts) }
            }
        }
    }
}

/// The content behind the gate.
private struct GatedContent: ViewModifier {
    let gate: BiometricGateModel
    let onUnlock: () -> Void
    @Environment(\.scenePhase) private var phase
    @Environment(\.screenTexts) private var texts
    @Environment(\.appLock) private var lock

    func body(content: Content) -> some View {
        let cover = LockCover(isOpen: gate.isOpen, appState: phase == .active ? .active : .inactive)
        ZStack {
            if gate.isOpen { content.accessibilityHidden(cover != .none) } else { closed }
            if cover == .cover { LockBackdrop() }
        }
        .onChange(of: phase, initial: true) { _, phase in
            gate.lock = lock
            switch phase {
            case .active: Task { if await gate.becameActive() { onUnlock() } }
            case .background: gate.enteredBackground()
            // On the return, before content is shown.
            default: gate.closeIfTimedOut()
            }
        }
        // The app's own lock has priority.
        .onChange(of: lock?.isLocked) { _, isLocked in
            guard isLocked == false, phase == .active else { return }
            Task { if await gate.becameActive() { onUnlock() } }
        }
    }

    private var closed: some View {
        VStack(spacing: 20) {
            Image(systemName: gate.type.systemImage).font(.largeTitle).accessibilityHidden(true)
            Text(verbatim: texts[.authenticationRequired]).font(.headline).accessibilityAddTraits(.isHeader)
            Button(buttonTitle) { Task { await open() } }.buttonStyle(.borderedProminent)
        }
        .multilineTextAlignment(.center)
        .padding()
        .scrollsIfNeeded()
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .alert(Text(verbatim: texts[.authenticationFailed]), isPresented: hasProblem) {
            Button(texts[.tryAgain]) { Task { await open() } }
            Button(texts[.cancel], role: .cancel) {}
        } message: {
            if let problem = gate.problem { Text(verbatim: problem) }
        }
    }

    private var hasProblem: Binding<Bool> { .presented({ gate.problem != nil }, onDismiss: { gate.problem = nil }) }

    private var buttonTitle: String { texts[.unlockWithBiometrics, with: gate.type] }

    private func open() async {
        if await gate.open() { onUnlock() }
    }
}

extension View {
    /// Hides the view until the system has authenticated the device's owner. It protects no data: see
    /// ``BiometricGateModel``.
    ///
    /// A hidden view is removed, and loses its state. Keep what the user enters in a model outside of it.
    ///
    /// - Parameters:
    ///   - reason: The text of the prompt, as a full sentence.
    ///   - lockAfter: The time in the background after which the view is hidden again: a minute by default. `.zero`
    ///     hides it each time.
    ///   - biometrics: Requests the match.
    ///   - onUnlock: Called each time the view is unlocked.
    public func biometricLock(
        reason: String, lockAfter: Duration = .seconds(60),
        biometrics: some BiometricAuthProtocol = LocalBiometricAuth(),
        onUnlock: @escaping () -> Void = {}
    ) -> some View {
        modifier(
            BiometricLockModifier(
                gate: { BiometricGateModel(biometrics, reason: reason, texts: $0, lockAfter: lockAfter) },
                onUnlock: onUnlock))
    }
}
#endif
