public import LatchkeyPasscode

extension PasscodeService {
    /// Prepares the device, reads what is stored and finishes what a crash interrupted. Call it at launch, and again to
    /// retry when ``problem`` says why reading failed. Returns with nothing read when the task is cancelled while the
    /// device cannot be read yet.
    public func start() async {
        guard await assemble() else { return }
        lockIfTimedOut()
        await checkBiometricAvailability()
        await reload()
    }

    /// Reads what is stored.
    func reload() async {
        do {
            let protection = try await vault.prepare()
            if protection == .open, !isWithheld { try await openUnprotected() }
            note(protection)
            // The wait belongs to a passcode, and ends with it.
            if case .passcode = protection { waitUntil = try await vault.attempts().waitUntil } else { waitUntil = nil }
            // Checked again: the vault may have been withheld meanwhile.
            send(protection == .open && isWithheld ? .withheld : .loaded(protection))
        } catch .cancelled where protection != nil {
            // The caller was cancelled: what was read before still holds.
        } catch {
            problem = .vault(error)
            send(.failedToLoad)
        }
    }

    private func openUnprotected() async throws(VaultError) {
        // A lock meanwhile removes the key, but a vault without a passcode must not stay locked.
        repeat { try await vault.openUnprotected(since: vault.epoch) } while vault.isLocked
    }

    /// Opens the app with the passcode.
    public func unlock(with passcode: Passcode) async -> UnlockOutcome {
        await unlock(with: passcode) {}
    }

    /// Opens the app with the passcode, after the preparation.
    ///
    /// - Parameter prepare: Runs with the vault open, while the app still shows as locked. When it throws, the app
    ///   stays locked.
    package func unlock<Failure>(
        with passcode: Passcode, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome {
        let (ticket, epoch) = begin()
        let outcome = await settle { () async throws(VaultError) in
            try await vault.unlock(with: passcode, since: epoch)
        }
        guard outcome == .unlocked else { return outcome }
        try await open(ticket, after: prepare)
        // A lock may have come between the vault and the screen.
        return isLocked ? .superseded : .unlocked
    }

    /// Opens a vault that was withheld and would open by itself, after setting the passcode, if any, and the
    /// preparation, as ``unlock(with:after:)`` does it.
    ///
    /// - Parameter passcode: The proved passcode, which the policy does not apply to; or nil without a passcode.
    package func release<Failure>(
        adopting passcode: Passcode?, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome {
        let (ticket, epoch) = begin()
        do {
            try await vault.openUnprotected(since: epoch)
            if let passcode {
                try await vault.setPasscode(passcode)
                note(.passcode(biometrics: isBiometricEnabled))
            }
        } catch {
            if state.ticket == ticket { requireLock() }
            return .failed(.vault(error))
        }
        try await open(ticket, after: prepare)
        isWithheld = false
        if passcode == nil { await reload() }
        return isLocked ? .superseded : .unlocked
    }

    private func open<Failure>(
        _ ticket: LockState.Ticket, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) {
        do throws(Failure) { try await preparing(prepare) } catch {
            if state.ticket == ticket { requireLock() }
            throw error
        }
        send(.proved(ticket))
    }

    /// Checks the passcode and does not change the lock: for a step that needs a confirmation. Counts like an unlock.
    public func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome {
        await settle { () async throws(VaultError) in try await vault.verify(passcode) }
    }

    /// Asks for a biometric match, and opens the app with it. Only one prompt is up at any time.
    public func authenticateWithBiometric() async -> BiometricUnlockOutcome {
        guard state.isBiometric else { return .notEnabled }
        if state.prompt == nil { send(.biometricsRequested) }
        return await outcomeOfPrompt()
    }

    /// Opens the app with the account's recovery key, after the preparation, as ``unlock(with:after:)`` does it, and
    /// sets a passcode that the policy does not apply to.
    ///
    /// - Parameter passcode: The new passcode, or nil where the account has it off.
    package func recover<Failure>(
        with key: RecoveryKey, adopting passcode: Passcode?, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome {
        let (ticket, epoch) = begin()
        let isOpen: Bool
        do { isOpen = try await vault.recover(with: key, setting: passcode, since: epoch) } catch {
            return .failed(.vault(error))
        }
        // Before what is stored is read again, which would lock first.
        if isOpen {
            do throws(Failure) { try await open(ticket, after: prepare) } catch {
                await reload()
                throw error
            }
        }
        await reload()
        return isLocked ? .superseded : .unlocked
    }

    /// Erases the vault and everything that it sealed: for signing out, and for "forgot" without an account. Afterwards
    /// there is no passcode.
    public func erase() async throws(VaultError) {
        requireLock()
        isWithheld = false
        try await vault.erase()
        await reload()
    }

    /// Identifies the lock that the person sees, on the screen and in memory: an operation counts only until the next
    /// lock.
    func begin() -> (ticket: LockState.Ticket, epoch: KeyHolder.Epoch) {
        drainEvents()
        return (state.ticket, vault.epoch)
    }

    /// Makes the guess, and updates the state by its outcome.
    func settle(_ guess: () async throws(VaultError) -> UnlockOutcome) async -> UnlockOutcome {
        do {
            let outcome = try await guess()
            switch outcome {
            case .exhausted: await reload()
            case .wait(let date): waitUntil = date
            case .wrong: waitUntil = (try? await vault.attempts())?.waitUntil
            case .unlocked: waitUntil = nil
            case .superseded, .noPasscode, .failed: break
            }
            return outcome
        } catch {
            return .failed(.vault(error))
        }
    }
}
