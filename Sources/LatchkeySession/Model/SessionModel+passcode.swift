public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Sets the account's first passcode, on the server and then on this device.
    public func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome {
        guard phase == .offering || state == .ready && !lock.isPasscodeEnabled else { return .notNow }
        if let rejection = lock.passcodePolicy.rejection(of: new) { return .rejected(rejection) }
        return await change { () async throws(SessionError) in
            let stamped = try await ask { () async throws(SessionError) in
                do throws(SessionError) { return try await auth.setPasscode(new, current: nil) } catch {
                    // It is already set: an earlier call did not complete on this device, or another process was
                    // faster. This passcode may be it.
                    guard error == .api(.locked) || error == .api(.passcodeAlreadySet) else { throw error }
                    return try await auth.check(new)
                }
            }
            return isCurrent(stamped) ? await open(with: new, stamped) : await demandNewPasscode()
        }
    }

    /// Requires the new passcode: the app was locked after the server changed it and before this device did.
    private func demandNewPasscode() async -> UnlockOutcome {
        // The confirmation after the next match requires it; until then the tokens cannot be accessed.
        guard lock.protection != .biometricsOnly else { return .superseded }
        await auth.hold()
        apply(.signedIn(.passcode))
        return .superseded
    }

    /// Changes the passcode, on the server and then on this device.
    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome {
        guard state == .ready, lock.isPasscodeEnabled else { return .notNow }
        if let rejection = lock.passcodePolicy.rejection(of: new) { return .rejected(rejection) }
        return await change { () async throws(SessionError) in
            let stamped = try await ask { () async throws(SessionError) in
                try await auth.setPasscode(new, current: old)
            }
            // A locked vault stays locked.
            let isChanged = await lock.setPasscode(new, replacing: old) == .done
            guard isCurrent(stamped) else { return .superseded }
            guard isChanged else { return await open(with: new, stamped, isNew: true) }
            try await keepRecoveryKey(of: stamped.response)
            return .unlocked
        }
    }

    /// Enables a disabled passcode again, on the server and then on this device.
    public func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome {
        guard state == .ready, lock.protection == .open else { return .notNow }
        return await change { () async throws(SessionError) in
            // The server could enable it without the passcode; the vault cannot.
            let stamped = try await ask { () async throws(SessionError) in
                var response = try await auth.check(passcode)
                response.user = try await auth.changeSettings(PasscodeSettingsRequest(passcodeEnabled: true))
                return response
            }
            return isCurrent(stamped) ? await open(with: passcode, stamped) : await demandNewPasscode()
        }
    }

    /// Disables the passcode and biometrics, on the server and then on this device. The vault then opens without a
    /// proof.
    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome {
        guard state == .ready, lock.isPasscodeEnabled else { return .notNow }
        return await change { () async throws(SessionError) in
            let epoch = lock.vault.epoch
            await learn(
                try await auth.changeSettings(
                    PasscodeSettingsRequest(passcodeEnabled: false, currentPasscode: passcode.digits)))
            // C5: the next unlock disables it on this device.
            guard epoch == lock.vault.epoch else { return .superseded }
            return UnlockOutcome(await removePasscode(passcode))
        }
    }

    /// Removes a passcode that the server has just verified. A slot that requires the server no longer opens then.
    func removePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome {
        await (try? lock.vault.requiresServer()) == true
            ? lock.removeVerifiedPasscode() : lock.removePasscode(confirming: passcode)
    }

    func change(_ work: () async throws(SessionError) -> UnlockOutcome) async -> PasscodeChangeOutcome {
        // A confirmation of the old passcode must not follow its change.
        _ = await confirmation?.value
        guard state == .ready || phase == .offering else { return .notNow }
        let epoch = session.epoch
        do {
            let outcome = try await work()
            guard outcome == .unlocked else { return .pendingHere(outcome) }
            await takeSettings()
            return .done
        } catch {
            switch error {
            case .ended, .signedOut: apply(.ended(epoch))
            // The session was locked elsewhere, possibly by another process: the passcode opens both.
            case .api(.locked): lock.requireLock()
            default: await noteRejection(error, epoch)
            }
            return PasscodeChangeOutcome(error, now: lock.vault.now)
        }
    }

    /// Requests an email for a new passcode.
    public func requestPasscodeReset(email: String) async throws(SessionError) {
        do { try await auth.api.requestPasscodeReset(email: email) } catch { throw .api(error) }
    }

    /// Requests an email for a new passcode of the signed-in account. Throws `.locked` if the app is locked and neither
    /// session nor email address is known: after a relaunch the user must enter the address.
    public func requestPasscodeReset() async throws(SessionError) {
        let epoch = session.epoch
        do {
            // Throws `.locked` if the session's tokens are sealed.
            try await auth.perform(isOpenWhileLocked: true) { [api = auth.api] token async throws(APIError) in
                try await api.requestPasscodeReset(accessToken: token)
            }
        } catch {
            if error == .ended || error == .signedOut { apply(.ended(epoch)) }
            guard error == .locked, let email = user?.email else { throw error }
            try await requestPasscodeReset(email: email)
        }
    }

    /// Sets a new passcode with the link or code of the email, or with a token of the team's own login, and opens the
    /// app with it. A user who can read the email could also sign in. No sealed data is lost; all other sessions of the
    /// account end.
    ///
    /// - Parameters:
    ///   - proof: A new proof. For a token, the login must have authenticated the user within five minutes (`max_age=0`
    ///     requires that of an OpenID provider); otherwise `.failed` with `invalidToken`.
    ///   - new: The new passcode. If this device rejects it, the proof stays valid; if the server does, only that of an
    ///     email.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    /// - Returns: `PasscodeChangeOutcome.pendingHere` if the passcode is set but the vault is not open. The state is
    ///   then ``State/locked``, and the new passcode opens it.
    public func resetPasscode(
        with proof: SignInProof, to new: Passcode, deviceName: String? = nil
    ) async -> PasscodeChangeOutcome {
        if let rejection = lock.passcodePolicy.rejection(of: new) { return .rejected(rejection) }
        _ = await confirmation?.value
        if lock.protection == nil || lock.problem != nil { await start() }
        if case .unreadable(let error) = phase { return .failed(LockError(error)) }
        do throws(SessionError) {
            let isForTokensOnly = try await isForTokensOnly()
            let stamped = try await ask { () async throws(SessionError) in
                try await auth.begin(hasVault: lock.protection != .absent && !isForTokensOnly) {
                    api, own async throws(APIError) in
                    try await api.resetPasscodeAndSignIn(
                        with: proof, newPasscode: new.digits, deviceName: deviceName, accessToken: own)
                }
            }
            let isCurrent = isCurrent(stamped)
            apply(.signedIn(.passcode))
            guard isCurrent else { return .pendingHere(.superseded) }
            let outcome = await open(with: new, renewed(stamped), isNew: true, notice: .passcodeReset)
            return outcome == .unlocked ? .done : .pendingHere(outcome)
        } catch {
            return PasscodeChangeOutcome(error, now: lock.vault.now)
        }
    }
}
