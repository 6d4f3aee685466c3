internal import Foundation
public import LatchkeyBiometrics
internal import LatchkeyLifecycle

/// System prompts, of the lock and of the app.
extension PasscodeService: PromptCoordinator {
    /// Waits for the outcome of the current prompt.
    func outcomeOfPrompt() async -> BiometricUnlockOutcome {
        guard let prompt = state.prompt, let task = prompts[prompt] else { return .notPrompted }
        return await task.value
    }

    /// Waits until the last prompt has ended and released its resources.
    package func promptIsDown() async { await lastPrompt?.value }

    /// Shows a system prompt of the app (C11).
    public func prompt<Value: Sendable>(_ ask: @escaping @MainActor @Sendable () async -> Value) async -> Value? {
        drainEvents()
        let (previous, ticket, id) = (lastPrompt, state.ticket, UUID())
        let task = Task { () -> Value? in
            await previous?.value
            guard !Task.isCancelled, state.ticket == ticket, !isLocked, state.appState != .background else {
                return nil
            }
            isAppPromptUp = true
            notePrompting()
            defer {
                isAppPromptUp = false
                notePrompting()
                // An absence may have begun during the prompt.
                drainEvents()
            }
            return await ask()
        }
        appPrompts[id] = { task.cancel() }
        defer { appPrompts[id] = nil }
        lastPrompt = Task { _ = await task.value }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func notePrompting() { reports.note(isPrompting: state.isPrompting) }

    func bringUp(_ prompt: LockState.Prompt) {
        let previous = lastPrompt
        promptOutcome = nil
        let task = Task {
            // A dismissed prompt may not have ended yet; two never overlap.
            await previous?.value
            return await self.ask(prompt)
        }
        prompts[prompt] = task
        lastPrompt = Task { _ = await task.value }
    }

    private func ask(_ prompt: LockState.Prompt) async -> BiometricUnlockOutcome {
        // Dismissed before it was shown.
        guard state.prompt == prompt else { return .notPrompted }
        let (ticket, epoch) = begin()
        var outcome: BiometricUnlockOutcome
        do {
            outcome = try await vault.unlockWithBiometrics(reason: reason, since: epoch)
        } catch .cancelled {
            outcome = .cancelled
        } catch {
            outcome = .unreadable(error)
        }
        prompts[prompt] = nil
        // A prompt that this lock dismissed was not cancelled by the user.
        if outcome == .cancelled, state.prompt != prompt { outcome = .notPrompted }
        switch outcome {
        case .unlocked:
            await prepared()
            send(.proved(ticket))
            // The app may have been locked after the vault opened and before the screen changed.
            if isLocked { outcome = .superseded }
        case .exhausted: await reload()
        case .unreadable(let error): problem = .vault(error)
        default: break
        }
        send(.promptEnded(prompt))
        if state.prompt == nil {
            promptOutcome = outcome
            onPromptOutcome?(outcome)
        }
        return outcome
    }
}
