internal import LatchkeyBiometrics
public import LatchkeyPasscode

extension PasscodeService {
    /// Makes everything ready in the order that it takes, reads what is stored and finishes what a crash interrupted.
    /// Call it at launch, and again to retry when ``problem`` says why reading failed.
    public func start() async {
        await assemble()
        await checkBiometricAvailability()
        await reload()
    }

    /// Reads what is stored.
    func reload() async {
        do {
            let protection = try await vault.prepare()
            if protection == .open, !isWithheld { try await openUnprotected() }
            note(protection)
            if case .passcode = protection { note(waitUntil: try await vault.attempts().waitUntil) }
            // Asked once more: it may have been withheld meanwhile.
            send(protection == .open && isWithheld ? .withheld : .loaded(protection))
        } catch .cancelled where protection != nil {
            // Whoever asked went away: what is known stands.
        } catch {
            note(error)
            send(.failedToLoad)
        }
    }

    private func openUnprotected() async throws(VaultError) {
        // A lock while this goes on drops the key; but nothing locks a vault without a passcode.
        repeat { try await vault.openUnprotected(since: vault.epoch) } while vault.isLocked
    }

    /// Opens the app with the passcode.
    public func unlock(with passcode: Passcode) async -> UnlockOutcome<VaultError> {
        await unlock(with: passcode) {}
    }

    /// Opens the app with the passcode, once what has to come first is done.
    ///
    /// - Parameter prepare: Runs with the vault open, while the app is still locked for everybody else. When it throws,
    ///   the app is locked and stays so.
    package func unlock<Failure>(
        with passcode: Passcode, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome<VaultError> {
        let (ticket, epoch) = begin()
        let outcome = await settle { () async throws(VaultError) in
            try await vault.unlock(with: passcode, since: epoch)
        }
        guard outcome == .unlocked else { return outcome }
        try await open(ticket, after: prepare)
        // A lock may have come between the vault and the screen.
        return isLocked ? .superseded : .unlocked
    }

    /// Opens a vault that was withheld and would open by itself, once it has the passcode, if there is one now, and once
    /// what has to come first is done.
    ///
    /// - Parameters:
    ///   - passcode: What has been proved to be the passcode, whatever the policy says; or nil where there is none.
    ///   - prepare: Runs with the vault open, while the app is still locked for everybody else. When it throws, the app
    ///     is locked and stays so.
    package func release<Failure>(
        adopting passcode: Passcode?, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome<VaultError> {
        let (ticket, epoch) = begin()
        do {
            try await vault.openUnprotected(since: epoch)
            if let passcode {
                try await vault.setPasscode(passcode)
                note(.passcode(biometrics: isBiometricEnabled))
            }
        } catch {
            if state.ticket == ticket { requireLock() }
            return .failed(error)
        }
        try await open(ticket, after: prepare)
        endWithholding()
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

    /// Checks the passcode and leaves the lock as it is: for a step that deserves a second look. Counts like an unlock.
    public func verifyPasscode(_ passcode: Passcode) async -> UnlockOutcome<VaultError> {
        await settle { () async throws(VaultError) in try await vault.verify(passcode) }
    }

    /// Asks for a biometric match, and opens the app with it. Only one prompt is up at any time.
    public func authenticateWithBiometric() async -> BiometricUnlockOutcome {
        guard state.isBiometric else { return .notEnabled }
        if state.prompt == nil { send(.biometricsRequested) }
        return await outcomeOfPrompt()
    }

    /// Opens the app with the account's recovery key and sets a new passcode, or none where the account has it off.
    ///
    /// - Returns: `.done` when the app is open. `.pendingHere(.superseded)` when the new passcode counts, but the app was
    ///   locked meanwhile, and stays locked.
    public func recover(
        with key: RecoveryKey, setting passcode: Passcode?
    ) async -> PasscodeChangeOutcome<VaultError> {
        if let refusal = passcode.flatMap(refusal(of:)) { return .refused(refusal) }
        return switch await recover(with: key, adopting: passcode, after: {}) {
        case .unlocked: .done
        case .failed(let error): .failed(error)
        case let outcome: .pendingHere(outcome)
        }
    }

    /// Opens the app with the account's recovery key, once what has to come first is done, and sets a passcode whatever
    /// the policy says.
    ///
    /// - Parameters:
    ///   - key: The account's recovery key.
    ///   - passcode: The new passcode, or nil where the account has it off.
    ///   - prepare: Runs with the vault open, while the app is still locked for everybody else. When it throws, the app
    ///     is locked and stays so.
    package func recover<Failure>(
        with key: RecoveryKey, adopting passcode: Passcode?, after prepare: () async throws(Failure) -> Void
    ) async throws(Failure) -> UnlockOutcome<VaultError> {
        let (ticket, epoch) = begin()
        let isOpen: Bool
        do { isOpen = try await vault.recover(with: key, setting: passcode, since: epoch) } catch {
            return .failed(error)
        }
        // Before what is stored is read again, which would begin with a lock.
        if isOpen {
            do throws(Failure) { try await open(ticket, after: prepare) } catch {
                await reload()
                throw error
            }
        }
        await reload()
        return isLocked ? .superseded : .unlocked
    }

    /// Erases the vault and everything that it sealed: for signing out, and for "forgot" without an account. There is
    /// no passcode afterwards.
    public func erase() async throws(VaultError) {
        requireLock()
        endWithholding()
        try await vault.erase()
        await reload()
    }

    /// Names the lock that the person sees, on the screen and in memory: an operation counts only until the next one.
    func begin() -> (ticket: LockState.Ticket, epoch: KeyHolder.Epoch) {
        takeReports()
        return (state.ticket, vault.epoch)
    }

    /// Keeps up with what a guess did to the vault.
    func settle(
        _ guess: () async throws(VaultError) -> UnlockOutcome<VaultError>
    ) async -> UnlockOutcome<VaultError> {
        do {
            let outcome = try await guess()
            switch outcome {
            case .exhausted: await reload()
            case .wait(let date): note(waitUntil: date)
            case .wrong: note(waitUntil: (try? await vault.attempts())?.waitUntil)
            case .unlocked: note(waitUntil: nil)
            case .superseded, .noPasscode, .failed: break
            }
            return outcome
        } catch {
            return .failed(error)
        }
    }
}
