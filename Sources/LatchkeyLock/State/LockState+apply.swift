internal import LatchkeyLifecycle

extension LockState {
    /// Changes the state by the event. Returns the effects.
    package mutating func apply(_ event: LockEvent) -> [LockEffect] {
        switch event {
        case .loaded(let protection): load(protection)
        case .failedToLoad: close(.unreadable)
        case .becameActive(let timedOut): activate(timedOut: timedOut)
        case .becameInactive: retreat(to: .inactive)
        case .enteredBackground: retreat(to: .background)
        case .lockRequested: lock(manually: true)
        case .lockRequired: lock(manually: false)
        case .withheld: withhold()
        case .proved(let proved): unlock(proved)
        case .passcodeSet(let begun): protect(begun)
        case .passcodeRemoved(let begun): unprotect(begun)
        case .biometricsChanged(let isOn): changeBiometrics(isOn)
        case .biometricsRequested: ask()
        case .promptEnded(let ended): end(ended)
        }
    }

    private mutating func load(_ protection: VaultProtection) -> [LockEffect] {
        switch protection {
        case .absent, .open:
            access = .unprotected
            (isBiometric, isManuallyLocked) = (false, false)
            return dismissPrompt()
        case .passcode(let biometrics): return require(biometrics: biometrics)
        case .biometricsOnly: return require(biometrics: true)
        case .awaitingRecovery, .shut: return close(.awaitingRecovery)
        }
    }

    private mutating func require(biometrics: Bool) -> [LockEffect] {
        var effects = changeBiometrics(biometrics)
        switch access {
        case .unlocked, .locked: break
        case .loading: access = .locked
        // Until now no proof was required or possible: lock first.
        case .unprotected, .unreadable, .awaitingRecovery: effects += close(.locked)
        }
        return effects + promptAutomatically()
    }

    private mutating func activate(timedOut: Bool) -> [LockEffect] {
        appState = .active
        guard timedOut, access != .unprotected else { return promptAutomatically() }
        // A return, even if the app was visible meanwhile, or was locked by its timeout before.
        mayPromptAutomatically = !isManuallyLocked
        let effects = close(access == .unlocked ? .locked : access)
        return effects + promptAutomatically()
    }

    private mutating func retreat(to new: AppState) -> [LockEffect] {
        appState = new
        // The system's own prompt makes the app inactive. That must neither end the prompt nor show another one.
        guard new == .background else { return [] }
        mayPromptAutomatically = !isManuallyLocked
        return dismissPrompt()
    }

    private mutating func lock(manually: Bool) -> [LockEffect] {
        guard access != .unprotected else { return [] }
        return lockAll(manually: manually)
    }

    private mutating func withhold() -> [LockEffect] {
        switch access {
        case .unprotected, .unlocked, .loading: access = .locked
        case .locked, .awaitingRecovery, .unreadable: break
        }
        return lockAll(manually: false)
    }

    private mutating func lockAll(manually: Bool) -> [LockEffect] {
        isManuallyLocked = isManuallyLocked || manually
        // Not before the user returns: the device itself may be about to lock. From the background, the next activation
        // is a return.
        mayPromptAutomatically = appState == .background && !isManuallyLocked
        return close(access == .unlocked ? .locked : access)
    }

    private mutating func unlock(_ proved: Ticket) -> [LockEffect] {
        // The app was locked meanwhile, which removed the key. The lock wins.
        guard proved == ticket, access != .unprotected else { return [] }
        access = .unlocked
        isManuallyLocked = false
        return dismissPrompt()
    }

    private mutating func protect(_ begun: Ticket) -> [LockEffect] {
        // Only an open vault accepts a first passcode.
        guard access == .unprotected || access == .unlocked else { return [] }
        guard begun == ticket else { return close(.locked) }
        access = .unlocked
        return []
    }

    private mutating func unprotect(_ begun: Ticket) -> [LockEffect] {
        // The app was locked meanwhile: it stays locked until the stored state was read again.
        guard begun == ticket else { return [] }
        access = .unprotected
        isBiometric = false
        return dismissPrompt()
    }

    private mutating func changeBiometrics(_ isOn: Bool) -> [LockEffect] {
        isBiometric = isOn
        return isOn ? [] : dismissPrompt()
    }

    /// Enters a locked state, with a new ticket, without key and prompt.
    private mutating func close(_ new: Access) -> [LockEffect] {
        access = new
        if new == .awaitingRecovery { isBiometric = false }
        ticket.number += 1
        return [.dropKey] + dismissPrompt()
    }

    private mutating func promptAutomatically() -> [LockEffect] {
        promptsAutomatically && mayPromptAutomatically && prompt == nil ? ask() : []
    }

    private mutating func ask() -> [LockEffect] {
        guard access == .locked, isBiometric, appState == .active else { return [] }
        mayPromptAutomatically = false
        // On request, also during a prompt: a prompt that never ends must not lock the user out.
        let effects = dismissPrompt()
        lastPrompt.number += 1
        prompt = lastPrompt
        return effects + [.ask(lastPrompt)]
    }

    private mutating func end(_ ended: Prompt) -> [LockEffect] {
        if prompt == ended { prompt = nil }
        return []
    }

    private mutating func dismissPrompt() -> [LockEffect] {
        guard let up = prompt else { return [] }
        prompt = nil
        return [.dismiss(up)]
    }
}
