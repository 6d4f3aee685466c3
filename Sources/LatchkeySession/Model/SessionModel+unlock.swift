internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Unlocks the app with the passcode: the vault verifies it, and the server confirms it. If the server is offline
    /// or slow, the vault alone opens the app, at most four seconds after its verification, and the server's new tokens
    /// are kept later. A lock that the user or the server has demanded waits for the server. A device that does not
    /// know the passcode yet opens the app only after the server has confirmed it.
    public func unlock(with passcode: Passcode) async -> UnlockOutcome {
        switch phase {
        case .signedIn: await unlockHere(with: passcode)
        case .unverified: await unlockOnline(with: passcode)
        case .unreadable(let error): .failed(LockError(error))
        case .signedOut: .failed(.signedOut)
        case .loading, .offering: .noPasscode
        }
    }

    private func unlockHere(with passcode: Passcode) async -> UnlockOutcome {
        // Set first, so that the unlock is not treated as a biometric one, which only refreshes.
        let ticket = lock.state.ticket
        confirmedTicket = ticket
        let outcome = await lock.unlock(with: passcode) { await confirm(passcode) }
        guard outcome == .unlocked else {
            if confirmedTicket == ticket { confirmedTicket = nil }
            return outcome == .superseded && notice == .sessionEnded ? .failed(.ended) : outcome
        }
        await liftDemand()
        return .unlocked
    }

    private func confirm(_ passcode: Passcode) async {
        let pending = PendingUnlock()
        beginConfirmation(of: passcode, pending)
        // Without verification, a session that the server has locked would lock the app again.
        guard !isPasscodeDemanded else { return await pending.wait() }
        let timer = Task {
            do {
                try await auth.clock.sleep(for: PendingUnlock.limit)
                pending.timeOut()
                try await auth.clock.sleep(for: PendingUnlock.limit)
            } catch { return }
            pending.end()
        }
        await pending.wait()
        timer.cancel()
    }

    private func liftDemand() async {
        let wasDemanded = isPasscodeDemanded
        apply(.passcodeGiven)
        guard wasDemanded else { return }
        // If this cannot be written, the next launch requires the passcode once more.
        try? await auth.note { $0.isManuallyLocked = false }
    }

    private func unlockOnline(with passcode: Passcode) async -> UnlockOutcome {
        await verifying(passcode) { stamped in await open(with: passcode, stamped) }
    }

    /// Verifies the passcode on the server, and continues with the response.
    private func verifying(
        _ passcode: Passcode, _ proceed: (StampedResponse) async -> UnlockOutcome
    ) async -> UnlockOutcome {
        let epoch = session.epoch
        do {
            let stamped = try await ask { () async throws(SessionError) in try await auth.verify(passcode) }
            return await proceed(stamped)
        } catch {
            if error == .ended || error == .signedOut { apply(.ended(epoch)) }
            return UnlockOutcome(error, now: lock.vault.now)
        }
    }

    /// Opens or creates the vault with a passcode that the server has just verified, then keeps the session. Does not
    /// open it if the app was locked since the request.
    func open(
        with passcode: Passcode, _ stamped: StampedResponse, isNew: Bool = false, notice: SessionNotice? = nil
    ) async -> UnlockOutcome {
        guard isCurrent(stamped) else { return .superseded }
        var stamped = stamped
        let (epoch, response) = (session.epoch, stamped.response)
        let isWithheld = lock.isWithheld && lock.protection == .open
        if !isWithheld { await lock.release() }
        if lock.protection == nil || lock.problem != nil { await lock.start() }
        if let problem = lock.problem { return .failed(problem) }
        do {
            if try await isForTokensOnly() {
                guard isCurrent(stamped) else { return .superseded }
                let ticket = lock.state.ticket
                try await eraseVault()
                guard let current = renewed(stamped, after: ticket) else { return .superseded }
                stamped = current
            }
            try await claim()
            guard isCurrent(stamped) else { return .superseded }
            let isEnabled = response.user.passcodeEnabled
            let outcome =
                switch lock.protection {
                case .open where isWithheld:
                    try await lock.release(adopting: isEnabled ? passcode : nil, after: keepVerified)
                case .absent, .open, .biometricsOnly: try await protect(with: isEnabled ? passcode : nil)
                default: try await openVault(with: passcode, stamped, isNew: isNew)
                }
            guard outcome == .unlocked else { return outcome }
            // If the passcode opened the vault, they are already kept.
            try await keepVerified()
            try await keepRecoveryKey(of: response)
            await takeSettings()
            if isEnabled { await renewPasscodeSlot(passcode) }
            confirmedTicket = lock.state.ticket
            apply(.kept(epoch, notice))
            return lock.isLocked ? .superseded : .unlocked
        } catch {
            guard error == .locked else { return .failed(LockError(error)) }
            // The vault was locked meanwhile, but everything else is done: the next unlock seals the tokens.
            if phase == .offering, case .passcode = lock.protection { apply(.signedIn(.none)) }
            return .superseded
        }
    }

    /// Seals the tokens of a verified, set or reset passcode, before the app appears open.
    private func keepVerified() async throws(SessionError) {
        try await auth.keep { record in (record.mustVerify, record.isManuallyLocked) = (false, false) }
    }

    /// Creates the vault, or sets the passcode of a vault without one.
    private func protect(with passcode: Passcode?) async throws(SessionError) -> UnlockOutcome {
        guard let passcode else {
            guard lock.protection == .absent else {
                await lock.start()
                return .unlocked
            }
            try await makeOpenVault()
            // Otherwise the next attempt opens the vault that another process has created.
            return lock.protection == .open ? .unlocked : .failed(.vault(.vaultExists))
        }
        return UnlockOutcome(await lock.adoptPasscode(passcode))
    }

    private func openVault(
        with passcode: Passcode, _ stamped: StampedResponse, isNew: Bool
    ) async throws(SessionError) -> UnlockOutcome {
        let isEnabled = stamped.response.user.passcodeEnabled
        var stamped = stamped
        var attempt: UnlockOutcome?
        // A new passcode is not verified against the old slot, where it would count as wrong.
        if !isNew, case .passcode = lock.protection {
            let ticket = lock.state.ticket
            let outcome = try await lock.unlock(with: passcode, after: keepVerified)
            attempt = outcome
            switch outcome {
            // Destroying the slots locks the app.
            case .exhausted, .shut: stamped = renewed(stamped, after: ticket) ?? stamped
            case .unlocked where !isEnabled: return UnlockOutcome(await removePasscode(passcode))
            // The slot is of an earlier passcode, or the server no longer knows it: recovery needs no slot.
            case .failed(.vault(.unlockServer)): break
            case .unlocked, .superseded, .failed: return outcome
            case .wrong, .wait, .noPasscode: break
            }
        }
        guard let key = stamped.response.recovery else { return unrecovered(attempt) }
        // Time has passed while the vault verified the passcode.
        guard isCurrent(stamped) else { return .superseded }
        let outcome = try await lock.recover(with: key, adopting: isEnabled ? passcode : nil, after: keepVerified)
        return outcome == .failed(.vault(.recoveryKeyRejected)) ? unrecovered(attempt) : outcome
    }

    /// The outcome if the recovery key does not open the vault either: the former passcode opens it, unless the slot is
    /// destroyed or the server rejects any passcode.
    ///
    /// - Parameter attempt: The outcome of the passcode; nil if it was not verified here.
    private func unrecovered(_ attempt: UnlockOutcome?) -> UnlockOutcome {
        guard case .passcode = lock.protection else { return .failed(.vault(.recoveryKeyRejected)) }
        switch attempt {
        case .failed(.vault(.unlockServer(let error))) where error.requiresSignIn:
            return .failed(.vault(.recoveryKeyRejected))
        case .failed(let error): return .failed(error)
        default: return .failed(.formerPasscodeNeeded)
        }
    }

    /// Opens a vault with this device's previous passcode, and sets the account's passcode, after
    /// ``SessionError/formerPasscodeNeeded``.
    ///
    /// - Parameters:
    ///   - former: This device's previous passcode.
    ///   - passcode: The account's passcode, which the server verifies first.
    public func openVault(knownAs former: Passcode, now passcode: Passcode) async -> UnlockOutcome {
        guard phase == .unverified else { return .noPasscode }
        return await verifying(passcode) { stamped in
            guard isCurrent(stamped) else { return .superseded }
            let outcome = UnlockOutcome(await lock.adoptPasscode(passcode, replacing: former))
            return outcome == .unlocked ? await open(with: passcode, stamped) : outcome
        }
    }

    /// Requests a biometric match and unlocks the app, unless only the passcode does: after a manual lock, or because
    /// the server requires it.
    public func unlockWithBiometrics() async -> BiometricUnlockOutcome {
        guard phase == .signedIn, !isPasscodeDemanded, policy.biometricsAllowed else { return .passcodeNeeded }
        return await lock.authenticateWithBiometric()
    }

    /// Locks the app immediately, and then the server's session. Only the passcode opens them again.
    ///
    /// The call uses the access token in memory. If it has expired, the server is not reached. The refresh token is
    /// sealed in the locked vault, and a new one could not be stored.
    @discardableResult
    public func lockNow() async -> ManualLockOutcome { await beginLocking().value }

    /// Locks the app before it returns. The task locks the server's session, like ``lockNow()``.
    @discardableResult
    package func beginLocking() -> Task<ManualLockOutcome, Never> {
        lock.vault.supersede()
        guard phase == .signedIn, lock.isProtected else {
            guard phase == .unverified else { return Task { .noPasscode } }
            // The vault's epoch alone would not outlast a lock of the attempt's own.
            lock.requireLock()
            return Task { .here }
        }
        guard lock.isPasscodeEnabled else {
            // With biometrics alone, there is no passcode that the server could require.
            lock.lockApp()
            return Task { .here }
        }
        isLockingManually = true
        apply(.lockedManually)
        return Task {
            defer { isLockingManually = false }
            // If this cannot be written, a relaunch may offer biometrics; the server's lock stays in effect.
            try? await auth.note { $0.isManuallyLocked = true }
            return await auth.lock() ? .everywhere : .here
        }
    }
}
