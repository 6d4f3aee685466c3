public import LatchkeyPasscode

extension PasscodeService {
    /// Prepares the device, reads the stored state and completes interrupted operations. Call it at launch, and again
    /// to retry when ``problem`` reports an error. If the task is cancelled before the device can be read, nothing is
    /// read.
    public func start() async {
        guard await assemble() else { return }
        lockIfTimedOut()
        await checkBiometricAvailability()
        await reload()
    }

    /// Reads the stored state.
    func reload() async {
        do {
            let protection = try await vault.prepare()
            if protection == .open, !isWithheld { try await openUnprotected() }
            note(protection)
            // The delay belongs to a passcode, and ends with it.
            if case .passcode = protection { waitUntil = try await vault.attempts().waitUntil } else { waitUntil = nil }
            // Checked again: the vault may have been withheld meanwhile.
            send(protection == .open && isWithheld ? .withheld : .loaded(protection))
        } catch .cancelled where protection != nil {
            // The caller was cancelled: the previous state is still valid.
        } catch {
            problem = .vault(error)
            send(.failedToLoad)
        }
    }

    private func openUnprotected() async throws(VaultError) {
        // A lock meanwhile removes the key, but a vault without a passcode must not stay locked.
        repeat { try await vault.openUnprotected(since: vault.epoch) } while vault.isLocked
    }

    /// Unlocks the app with the passcode.
    public func unlock(with passcode: Passcode) async -> UnlockOutcome {
        await unlock(with: passcode) {}
    }

    /// Unlocks the app with the passcode, after the preparation.
    ///
    /// - Parameter prepare: Runs with the vault open, while the app still appears locked. If it throws, the app stays
    ///   locked.
    package func unlock<Failure>(
        with passcode: Passcode, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome {
        let (ticket, epoch) = begin()
        let outcome = await settle { () async throws(VaultError) in
            try await vault.unlock(with: passcode, since: epoch)
        }
        guard outcome == .unlocked else { return outcome }
        try await open(ticket, after: prepare)
        // The app may have been locked after the vault opened and before the screen changed.
        return isLocked ? .superseded : .unlocked
    }

    /// Opens a withheld vault that has no passcode, after setting the passcode, if any, and the preparation, like
    /// ``unlock(with:after:)``.
    ///
    /// - Parameter passcode: A verified passcode, to which the policy does not apply; nil without a passcode.
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

    /// Verifies the passcode without changing the lock, for a step that requires confirmation. Counts as an attempt.
    public func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome {
        await settle { () async throws(VaultError) in try await vault.verify(passcode) }
    }

    /// Requests a biometric match and unlocks the app. Only one prompt is shown at a time.
    public func authenticateWithBiometric() async -> BiometricUnlockOutcome {
        guard state.isBiometric else { return .notEnabled }
        if state.prompt == nil { send(.biometricsRequested) }
        return await outcomeOfPrompt()
    }

    /// Unlocks the app with the account's recovery key, after the preparation, like ``unlock(with:after:)``, and sets a
    /// passcode to which the policy does not apply.
    ///
    /// - Parameter passcode: The new passcode; nil if the account has it disabled.
    package func recover<Failure>(
        with key: RecoveryKey, adopting passcode: Passcode?, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome {
        let (ticket, epoch) = begin()
        let isOpen: Bool
        do { isOpen = try await vault.recover(with: key, setting: passcode, since: epoch) } catch {
            return .failed(.vault(error))
        }
        // Before the stored state is read again, which would lock first.
        if isOpen {
            do throws(Failure) { try await open(ticket, after: prepare) } catch {
                await reload()
                throw error
            }
        }
        await reload()
        return isLocked ? .superseded : .unlocked
    }

    /// Erases the vault and everything that it sealed, for signing out, and for a forgotten passcode without an
    /// account. Afterwards there is no passcode.
    public func erase() async throws(VaultError) {
        requireLock()
        isWithheld = false
        try await vault.erase()
        await reload()
    }

    /// Erases a vault that opens without a proof and that the app never had. Any other vault stays, and so does one
    /// that cannot be erased now.
    package func eraseIfUnused() async {
        try? await vault.eraseIfUnused()
        await reload()
    }

    /// Identifies the current lock, on the screen and in memory: an operation is valid only until the next lock.
    func begin() -> (ticket: LockState.Ticket, epoch: KeyHolder.Epoch) {
        drainEvents()
        return (state.ticket, vault.epoch)
    }

    /// Makes the attempt, and updates the state by its outcome.
    func settle(_ attempt: () async throws(VaultError) -> UnlockOutcome) async -> UnlockOutcome {
        do {
            let outcome = try await attempt()
            switch outcome {
            case .exhausted, .shut: await reload()
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
