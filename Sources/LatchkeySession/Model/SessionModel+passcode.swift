public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Sets the account's first passcode, on the server and then here.
    public func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome {
        guard phase == .offering || state == .ready && !lock.isPasscodeEnabled else { return .notNow }
        if let refusal = lock.passcodePolicy.refusal(of: new) { return .refused(refusal) }
        return await change { () async throws(SessionError) in
            let answer = try await ask { () async throws(SessionError) in
                do throws(SessionError) { return try await auth.setPasscode(new, current: nil) } catch {
                    // It is set: a former try did not end here, or another process was faster. This code may be it.
                    guard error == .api(.locked) || error == .api(.passcodeAlreadySet) else { throw error }
                    return try await auth.check(new)
                }
            }
            return isCurrent(answer) ? await open(with: new, answer) : await demandNewPasscode()
        }
    }

    /// A lock came before the passcode that the server has now was here: it has to be given before anything opens.
    private func demandNewPasscode() async -> UnlockOutcome {
        // The confirmation after the next match asks for it; until then the tokens are out of reach.
        guard lock.protection != .biometricsOnly else { return .superseded }
        await auth.hold()
        apply(.signedIn(.passcode))
        return .superseded
    }

    /// Changes the passcode, on the server and then here.
    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome {
        guard state == .ready, lock.isPasscodeEnabled else { return .notNow }
        if let refusal = lock.passcodePolicy.refusal(of: new) { return .refused(refusal) }
        return await change { () async throws(SessionError) in
            let answer = try await ask { () async throws(SessionError) in
                try await auth.setPasscode(new, current: old)
            }
            // Locked, it stays so.
            let isChanged = await lock.setPasscode(new, replacing: old) == .done
            guard isCurrent(answer) else { return .superseded }
            guard isChanged else { return await open(with: new, answer, isNew: true) }
            try await keepRecoveryKey(of: answer.response)
            return .unlocked
        }
    }

    /// Turns a disabled passcode on again, on the server and then here.
    public func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome {
        guard state == .ready, lock.protection == .open else { return .notNow }
        return await change { () async throws(SessionError) in
            // The server enables without it; the vault cannot.
            let answer = try await ask { () async throws(SessionError) in
                var response = try await auth.check(passcode)
                response.user = try await auth.changeSettings(PasscodeSettingsRequest(passcodeEnabled: true))
                return response
            }
            return isCurrent(answer) ? await open(with: passcode, answer) : await demandNewPasscode()
        }
    }

    /// Turns the passcode off, and biometrics with it, on the server and then here. The vault then opens by itself.
    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome {
        guard state == .ready, lock.isPasscodeEnabled else { return .notNow }
        return await change { () async throws(SessionError) in
            let epoch = lock.vault.epoch
            await learn(
                try await auth.changeSettings(
                    PasscodeSettingsRequest(passcodeEnabled: false, currentPasscode: passcode.digits)))
            // C5: the next unlock turns it off here.
            guard epoch == lock.vault.epoch else { return .superseded }
            return UnlockOutcome(await lock.removePasscode(confirming: passcode))
        }
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
            // The session was locked elsewhere, perhaps by another process: the passcode opens both.
            case .api(.locked): lock.requireLock()
            default: await noteRefusal(error, epoch)
            }
            return PasscodeChangeOutcome(error, now: lock.vault.now)
        }
    }

    /// Requests a mail for choosing a new passcode.
    public func requestPasscodeReset(email: String) async throws(SessionError) {
        do { try await auth.api.requestPasscodeReset(email: email) } catch { throw .api(error) }
    }

    /// Requests that mail for the signed-in account. Throws `.locked` when neither the session nor the address is known
    /// while the app is locked: after a relaunch the person has to enter the address.
    public func requestPasscodeReset() async throws(SessionError) {
        let epoch = session.epoch
        do {
            // Throws `.locked` when the session's tokens are sealed.
            try await auth.perform(isOpenWhileLocked: true) { [api = auth.api] token async throws(APIError) in
                try await api.requestPasscodeReset(accessToken: token)
            }
        } catch {
            if error == .ended || error == .signedOut { apply(.ended(epoch)) }
            guard error == .locked, let email = user?.email else { throw error }
            try await requestPasscodeReset(email: email)
        }
    }

    /// Sets a new passcode with the link or code of the mail, and opens the app with it: a person who reads the mail
    /// could sign in as well. Nothing that the vault sealed is lost; all other sessions of the account end.
    ///
    /// - Parameters:
    ///   - proof: The link's token, or the code.
    ///   - new: The new passcode. If it is refused, the mail is still valid.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    /// - Returns: `PasscodeChangeOutcome.pendingHere` when the passcode is set and the vault is not open. Then the
    ///   state is ``State/locked``, and the new passcode opens it.
    public func resetPasscode(
        with proof: MailedProof, to new: Passcode, deviceName: String? = nil
    ) async -> PasscodeChangeOutcome {
        await resetPasscode(to: new) { auth, hasVault async throws(SessionError) in
            try await auth.resetPasscode(with: proof, to: new, deviceName: deviceName, hasVault: hasVault)
        }
    }

    /// Sets a new passcode with a token of the team's own login in place of the mail, and opens the app with it as
    /// above.
    ///
    /// - Parameters:
    ///   - token: A new one, of a login that asked the person within five minutes (`max_age=0` has an OpenID provider
    ///     ask): `.failed` with `invalidToken` otherwise.
    ///   - new: The new passcode. If this device refuses it, the token is still valid.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    public func resetPasscode(
        with token: SubjectToken, to new: Passcode, deviceName: String? = nil
    ) async -> PasscodeChangeOutcome {
        await resetPasscode(to: new) { auth, hasVault async throws(SessionError) in
            try await auth.resetPasscode(with: token, to: new, deviceName: deviceName, hasVault: hasVault)
        }
    }

    private func resetPasscode(
        to new: Passcode,
        _ begin: @Sendable (AuthService, _ hasVault: Bool) async throws(SessionError) -> SessionResponse
    ) async -> PasscodeChangeOutcome {
        if let refusal = lock.passcodePolicy.refusal(of: new) { return .refused(refusal) }
        _ = await confirmation?.value
        if lock.protection == nil || lock.problem != nil { await start() }
        if case .unreadable(let error) = phase { return .failed(LockError(error)) }
        do throws(SessionError) {
            let isForTokensOnly = try await isForTokensOnly()
            let answer = try await ask { () async throws(SessionError) in
                try await begin(auth, lock.protection != .absent && !isForTokensOnly)
            }
            let isCurrent = isCurrent(answer)
            apply(.signedIn(.passcode))
            guard isCurrent else { return .pendingHere(.superseded) }
            let outcome = await open(with: new, renewed(answer), isNew: true, notice: .passcodeReset)
            return outcome == .unlocked ? .done : .pendingHere(outcome)
        } catch {
            return PasscodeChangeOutcome(error, now: lock.vault.now)
        }
    }
}
