internal import LatchkeyBiometrics
public import LatchkeyPasscode

/// What the settings of a lock change.
extension PasscodeService {
    /// Sets the first passcode, or replaces the present one, which then has to be given.
    public func setPasscode(_ new: Passcode, replacing old: Passcode? = nil) async -> PasscodeChangeOutcome {
        if let refusal = passcodePolicy.refusal(of: new) { return .refused(refusal) }
        if let old, old.matches(new) {
            // Not before the present one was right: the outcome would reveal it.
            let outcome = await verifyPasscode(old)
            return outcome == .unlocked ? .reused : PasscodeChangeOutcome(outcome)
        }
        return await adoptPasscode(new, replacing: old)
    }

    /// Sets a passcode that the policy does not apply to: an account's passcode may be older than the policy.
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
            // The device may have been locked when the vault had a passcode already, and the screen did not know.
            if vault.isLocked { send(.lockRequired) }
            return .done
        } catch .passcodeExists {
            return .passcodeNeeded
        } catch .noVault where vault.parts.legacy != nil {
            // The passcode of an earlier version of the app, which has not opened the app yet.
            return .passcodeNeeded
        } catch {
            await reload(after: error)
            return .failed(.vault(error))
        }
    }

    /// Reads what is stored when another process has made the vault: that is what the screen has to show.
    private func reload(after error: VaultError) async {
        if error == .conflict || error == .vaultExists { await reload() }
    }

    /// Turns the passcode off, and biometrics with it, given the passcode. What was sealed stays readable.
    public func removePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome {
        let (ticket, epoch) = begin()
        let outcome = await settle { () async throws(VaultError) in
            let outcome = try await vault.removePasscode(passcode, since: epoch)
            guard outcome == .unlocked else { return outcome }
            send(.passcodeRemoved(ticket))
            await reload()
            return outcome
        }
        return PasscodeChangeOutcome(outcome)
    }

    /// Turns biometrics on, which needs the passcode, or off. A vault that they alone open then opens by itself.
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

    /// Lets biometrics alone open the vault (requirement 03), and creates it if there is none. A changed enrolment
    /// would lose what it sealed, so it seals nothing: ``Vault/seal(_:for:)`` throws ``VaultError/passcodeNeeded``.
    /// ``setPasscode(_:replacing:)`` makes it a vault for any data. A vault that may have sealed data already stays as
    /// it is: the outcome is ``PasscodeChangeOutcome/passcodeNeeded``.
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

    /// Turns biometrics off without a proof, where an account's team forbids them. In a locked vault the secret that a
    /// match releases is deleted, and the rest when this is called with the vault open. Does nothing where they are
    /// off, and what fails is done by the next call.
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

    /// Whether setting this timeout needs the passcode: there is one, and the timeout is longer than the present one.
    public func needsPasscode(for timeout: LockTimeout) -> Bool {
        guard isPasscodeEnabled else { return false }
        return timeout.limit > self.timeout.limit
    }

    /// Sets the absence that locks, in an open app. The platform's sources report absences; on Linux, the idle time
    /// (``PasscodeService/recordActivity()``) counts too.
    ///
    /// - Parameters:
    ///   - timeout: The new absence.
    ///   - passcode: Needed for a longer timeout where there is a passcode: a person who finds the app open must not
    ///     keep it open. Otherwise ignored.
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

    /// Sets the absence that locks as the account has it. Throws `.locked` while the vault is, or why it could not be
    /// written.
    package func adoptTimeout(_ timeout: LockTimeout) async throws(VaultError) {
        try await vault.setTimeout(timeout)
        noteTimeout()
    }
}
