import LatchkeyLifecycle

@testable import LatchkeyLock

/// The reducer with a model of the vault, in all orders of events.
///
/// The model tracks state unknown to the reducer: the key, started proofs, and visible prompts. It checks every rule
/// after every event.
struct LockModel: Hashable {
    enum Step: CaseIterable, Hashable {
        case loadedAbsent, loadedOpen, loadedPasscode, loadedWithBiometrics, loadedBiometricsOnly, loadedAwaiting
        case failedToLoad, active, activeLate, inactive, background, lockRequested, lockRequired, withheld
        case beginProof, endProof, lateProof, setPasscode, removePasscode, biometricsOn, biometricsOff
        case slotsDestroyed, biometricsRequested, promptEnded, oldPromptEnded
    }

    /// A started proof: the screen's ticket, and the vault's lock count at that time.
    struct Proof: Hashable {
        let ticket: LockState.Ticket
        let epoch: Int
    }

    var state = LockState()
    var hasKey = false
    var epoch = 0
    var pending: Proof?
    var used: Proof?
    var promptsUp: Set<LockState.Prompt> = []
    var isManuallyLocked = false
    var mayBeUnprotected = false
    /// Whether a proof has succeeded since the last lock.
    var isProved = false

    /// Applies the step. Returns the first broken rule.
    mutating func take(_ step: Step) -> String? {
        let before = state
        let (event, isLock) = prepare(step)
        guard let event else { return nil }
        let effects = state.apply(event)
        if isLock, before.access != .unprotected { isProved = false }
        for effect in effects {
            if let broken = perform(effect, requested: step == .biometricsRequested) { return broken }
        }
        if !state.isLocked { isManuallyLocked = false }
        if step == .withheld, !state.isLocked { return "C1 open although it was withheld" }
        if isLock, before.access != .unprotected, !state.isLocked { return "a lock that came did not win" }
        return brokenRule
    }

    private mutating func prepare(_ step: Step) -> (event: LockEvent?, isLock: Bool) {
        switch step {
        case .loadedAbsent: return (load(.absent, opens: false), false)
        case .loadedOpen: return (load(.open, opens: true), false)
        case .loadedPasscode: return (load(.passcode(biometrics: false)), false)
        case .loadedWithBiometrics: return (load(.passcode(biometrics: true)), false)
        case .loadedBiometricsOnly: return (load(.biometricsOnly), false)
        case .loadedAwaiting: return (load(.awaitingRecovery), true)
        case .failedToLoad: return (.failedToLoad, true)
        case .active: return (.becameActive(timedOut: false), false)
        case .activeLate: return (.becameActive(timedOut: true), true)
        case .inactive: return (.becameInactive, false)
        case .background: return (.enteredBackground, false)
        case .lockRequested:
            if state.access != .unprotected { isManuallyLocked = true }
            return (.lockRequested, true)
        case .lockRequired: return (.lockRequired, true)
        case .withheld: return (.withheld, true)
        case .beginProof:
            pending = Proof(ticket: state.ticket, epoch: epoch)
            return (nil, false)
        case .endProof: return (endProof(), false)
        case .lateProof: return (used.map { .proved($0.ticket) }, false)
        case .setPasscode: return (setPasscode(), false)
        case .removePasscode: return (removePasscode(), false)
        case .biometricsOn: return (.biometricsChanged(true), false)
        case .biometricsOff: return (.biometricsChanged(false), false)
        case .slotsDestroyed: return (.loaded(.awaitingRecovery), true)
        case .biometricsRequested: return (.biometricsRequested, false)
        case .promptEnded:
            let prompt = state.prompt ?? state.lastPrompt
            promptsUp.remove(prompt)
            return (.promptEnded(prompt), false)
        case .oldPromptEnded: return (.promptEnded(LockState.Prompt(number: 0)), false)
        }
    }

    private mutating func load(_ protection: VaultProtection, opens: Bool = false) -> LockEvent {
        mayBeUnprotected = protection == .absent || protection == .open
        if opens { hasKey = true }
        return .loaded(protection)
    }

    /// The vault accepts the key only if it was not locked meanwhile, and only then reports it.
    private mutating func endProof() -> LockEvent? {
        guard let proof = pending else { return nil }
        (pending, used) = (nil, proof)
        guard proof.epoch == epoch else { return nil }
        (hasKey, isProved) = (true, true)
        return .proved(proof.ticket)
    }

    /// Sets a first passcode, started at the last `beginProof`. The vault accepts it only while it is open.
    private mutating func setPasscode() -> LockEvent? {
        guard let proof = pending else { return nil }
        pending = nil
        if proof.ticket == state.ticket, state.access == .unprotected { (hasKey, isProved) = (true, true) }
        return .passcodeSet(proof.ticket)
    }

    private mutating func removePasscode() -> LockEvent? {
        guard let proof = pending, proof.epoch == epoch else { return nil }
        pending = nil
        (hasKey, mayBeUnprotected) = (true, true)
        return .passcodeRemoved(proof.ticket)
    }

    private mutating func perform(_ effect: LockEffect, requested: Bool) -> String? {
        switch effect {
        case .dropKey:
            (hasKey, isProved) = (false, false)
            epoch += 1
        case .dismiss(let prompt): promptsUp.remove(prompt)
        case .ask(let prompt):
            if !promptsUp.isEmpty { return "C11 two prompts overlap" }
            if state.appState != .active { return "C11 a prompt while not in front" }
            if state.access != .locked || !state.isBiometric { return "a prompt that could unlock nothing" }
            if isManuallyLocked, !requested { return "C11 a prompt by itself after a manual lock" }
            promptsUp.insert(prompt)
        }
        return nil
    }

    private var brokenRule: String? {
        if state.access == .unlocked, !hasKey { return "unlocked without a key" }
        if state.access == .unlocked, !isProved { return "unlocked without a proof" }
        if state.isLocked, hasKey { return "C1 locked with the key in memory" }
        if state.access == .unprotected, !mayBeUnprotected { return "C4 no passcode, although no event reported so" }
        if state.appState == .background, !state.isCovered { return "C12 not covered in the background" }
        if state.appState == .inactive, state.prompt == nil, !state.isCovered {
            return "C12 not covered while inactive"
        }
        if promptsUp.count > 1 { return "C11 two prompts" }
        if let prompt = state.prompt, !promptsUp.contains(prompt) { return "a prompt that no one sees" }
        return nil
    }

    /// Whether any state leads to an unlocked app: the user returns, storage is readable, and the correct passcode is
    /// entered.
    var hasExit: Bool {
        var copy = self
        for step in [Step.active, .loadedPasscode, .beginProof, .endProof] where copy.take(step) != nil { return false }
        return copy.state.access == .unlocked && !copy.state.isCovered
    }

    /// Whether the correct passcode unlocks the app without another read.
    var opensByProof: Bool {
        guard state.isLocked else { return true }
        var copy = self
        for step in [Step.beginProof, .endProof] where copy.take(step) != nil { return false }
        return copy.state.access == .unlocked
    }
}
