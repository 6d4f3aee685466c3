internal import LatchkeyBiometrics
public import LatchkeyPasscode

/// The changes of the lock's settings.
extension PasscodeService {
    /// Sets the first passcode, or replaces the current one, which is then required.
    public func setPasscode(_ new: Passcode, replacing old: Passcode? = nil) async -> PasscodeChangeOutcome {
        if let rejection = passcodePolicy.rejection(of: new) { return .rejected(rejection) }
        if let old, old.matches(new) {
            // Only after the current passcode was verified: the outcome would reveal it.
            let outcome = await verifyPasscode(old)
            return outcome == .unlocked ? .reused : PasscodeChangeOutcome(outcome)
        }
        return await adoptPasscode(new, replacing: old)
    }

    /// Sets a passcode to which the policy does not apply: an account's passcode may be older than the policy.
    package func adoptPasscode(_ new: Passcode, replacing old: Passcode? = nil) async -> PasscodeChangeOutcome {
        if protection == nil || problem != nil { await reload() }
        if let problem { return .failed(problem) }
        guard let old else { return await setFirstPasscode(new) }
        let outcome = await settle { () async throws(VaultError) in try await vault.changePasscode(from: old, to: new) }
        return PasscodeChangeOutcome(outcome)
    }

    private func setFirstPasscode(_ new: Passcode) async -> PasscodeChangeOutcome {
        let (ticket, epoch) = begin()
        do {
            switch protection {
            case .absent: try await vault.create(.passcode(new), since: epoch)
            default: try await vault.setPasscode(new)
            }
            note(.passcode(biometrics: isBiometricEnabled))
            waitUntil = nil
            send(.passcodeSet(ticket))
            // The device may have been locked while the vault already had a passcode, unknown to the screen.
            if vault.isLocked { send(.lockRequired) }
            return .done
        } catch .passcodeExists {
            return .passcodeNeeded
        } catch .noVault where vault.parts.legacy != nil {
            // The passcode of an earlier version of the app has not unlocked the app yet.
            return .passcodeNeeded
        } catch {
            await reload(after: error)
            return .failed(.vault(error))
        }
    }

    /// Reads the stored state if another process has created the vault, so that the screen shows it.
    private func reload(after error: VaultError) async {
        if error == .conflict || error == .vaultExists { await reload() }
    }

    /// Removes the passcode and disables biometrics, after verifying the passcode. Sealed data stays readable.
    public func removePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome {
        await removePasscode { vault, epoch async throws(VaultError) in
            try await vault.removePasscode(passcode, since: epoch)
        }
    }

    /// Removes the passcode of an open vault, after the account's server has verified it.
    package func removeVerifiedPasscode() async -> PasscodeChangeOutcome {
        await removePasscode { vault, epoch async throws(VaultError) in
            try await vault.removeVerifiedPasscode(since: epoch)
            return .unlocked
        }
    }

    private func removePasscode(
        _ remove: (Vault, KeyHolder.Epoch) async throws(VaultError) -> UnlockOutcome
    ) async -> PasscodeChangeOutcome {
        let (ticket, epoch) = begin()
        let outcome = await settle { () async throws(VaultError) in
            let outcome = try await remove(vault, epoch)
            guard outcome == .unlocked else { return outcome }
            send(.passcodeRemoved(ticket))
            await reload()
            return outcome
        }
        return PasscodeChangeOutcome(outcome)
    }

    /// Enables biometrics, which requires the passcode, or disables them. A vault that only biometrics open then opens
    /// without a proof.
    public func setBiometric(enabled: Bool, confirming passcode: Passcode? = nil) async -> PasscodeChangeOutcome {
        guard enabled else { return await disableBiometrics() }
        if let obstacle = await biometrics.obstacle() { return .unavailable(obstacle) }
        guard vault.parts.biometrics != nil else { return .unavailable(.notAvailable) }
        guard let passcode else { return .passcodeNeeded }
        let outcome = await settle { () async throws(VaultError) in
            try await vault.enableBiometrics(confirming: passcode)
        }
        if outcome == .unlocked {
            note(.passcode(biometrics: true))
            send(.biometricsChanged(true))
        }
        return PasscodeChangeOutcome(outcome)
    }

    /// Creates a vault that only biometrics open, or changes an existing one into it. A changed
    /// enrolment would lose its data, so it seals none: ``Vault/seal(_:for:)`` throws ``VaultError/passcodeNeeded``.
    /// After ``setPasscode(_:replacing:)`` it seals any data. A vault that may have sealed data stays unchanged: the
    /// outcome is ``PasscodeChangeOutcome/passcodeNeeded``.
    public func protectWithBiometricsOnly() async -> PasscodeChangeOutcome {
        guard vault.parts.biometrics != nil else { return .unavailable(.notAvailable) }
        if let obstacle = await biometrics.obstacle() { return .unavailable(obstacle) }
        let (ticket, epoch) = begin()
        do {
            switch protection {
            case .open: try await vault.enableOnlyBiometrics()
            default: try await vault.create(.biometricsOnly, since: epoch)
            }
            note(.biometricsOnly)
            send(.biometricsChanged(true))
            send(.passcodeSet(ticket))
            return .done
        } catch .passcodeNeeded {
            return .passcodeNeeded
        } catch {
            await reload(after: error)
            return .failed(.vault(error))
        }
    }

    private func disableBiometrics() async -> PasscodeChangeOutcome {
        do {
            if protection == .biometricsOnly { return try await disableOnlyBiometrics() }
            try await vault.disableBiometrics()
            note(.passcode(biometrics: false))
            send(.biometricsChanged(false))
            return .done
        } catch {
            return .failed(.vault(error))
        }
    }

    /// Disables biometrics without a proof, if an account's team does not allow them. In a locked vault, the secret
    /// that a match releases is deleted; the rest follows when this is called with the vault open. Does nothing if
    /// biometrics are disabled; the next call retries failures.
    package func dropBiometrics() async {
        guard protection?.hasBiometrics == true else { return }
        guard vault.isLocked else { return _ = await disableBiometrics() }
        guard (try? await vault.deleteBiometricSecret()) != nil else { return }
        send(.biometricsChanged(false))
    }

    private func disableOnlyBiometrics() async throws(VaultError) -> PasscodeChangeOutcome {
        let (ticket, _) = begin()
        try await vault.disableOnlyBiometrics()
        send(.passcodeRemoved(ticket))
        await reload()
        return .done
    }

    /// Whether this timeout requires the passcode: there is one, and the timeout is longer than the current one.
    public func needsPasscode(for timeout: LockTimeout) -> Bool {
        guard isPasscodeEnabled else { return false }
        return timeout.limit > self.timeout.limit
    }

    /// Sets the timeout of an open app. The platform's sources report absences; on Linux, idle time
    /// (``PasscodeService/recordActivity()``) counts too.
    ///
    /// - Parameters:
    ///   - timeout: The new timeout.
    ///   - passcode: Required for a longer timeout if there is a passcode, so that someone who finds the app open
    ///     cannot keep it open. Otherwise ignored.
    public func setTimeout(
        _ timeout: LockTimeout, confirming passcode: Passcode? = nil
    ) async -> PasscodeChangeOutcome {
        guard needsPasscode(for: timeout) else {
            do {
                try await adoptTimeout(timeout)
                return .done
            } catch {
                return .failed(.vault(error))
            }
        }
        guard !isLocked else { return .failed(.vault(.locked)) }
        guard let passcode else { return .passcodeNeeded }
        let outcome = await settle { () async throws(VaultError) in
            try await vault.setTimeout(timeout, confirming: passcode)
        }
        noteTimeout()
        return PasscodeChangeOutcome(outcome)
    }

    /// Sets the timeout of the account. Throws `.locked` while the vault is locked, or the reason that it could not be
    /// written.
    package func adoptTimeout(_ timeout: LockTimeout) async throws(VaultError) {
        try await vault.setTimeout(timeout)
        noteTimeout()
    }
}
