public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Sets the account's first passcode, on the server and then here.
    public func setPasscode(_ new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        guard phase == .offering || state == .ready && !lock.isPasscodeEnabled else { return .notNow }
        if let refusal = policy.refusal(of: new) { return .refused(refusal) }
        return await change { () async throws(SessionError) in
            let response: SessionResponse
            do throws(SessionError) { response = try await auth.setPasscode(new, current: nil) } catch {
                // It is set: the answer to a former try was lost, and this one's code may be it.
                guard error == .api(.locked) else { throw error }
                response = try await auth.check(new)
            }
            user = response.user
            return await open(with: new, response)
        }
    }

    /// Changes the passcode, on the server and then here.
    public func changePasscode(from old: Passcode, to new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        guard state == .ready, lock.isPasscodeEnabled else { return .notNow }
        if let refusal = policy.refusal(of: new) { return .refused(refusal) }
        return await change { () async throws(SessionError) in
            let response = try await auth.setPasscode(new, current: old)
            user = response.user
            if await lock.setPasscode(new, replacing: old) == .done {
                try await keepRecoveryKey(of: response)
                return .unlocked
            }
            return await open(with: new, response, isNew: true)
        }
    }

    /// Turns a disabled passcode on again, on the server and then here.
    public func enablePasscode(_ passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        guard state == .ready, lock.protection == .open else { return .notNow }
        return await change { () async throws(SessionError) in
            // The server enables without it; the vault cannot.
            var response = try await auth.check(passcode)
            response.user = try await auth.changeSettings(PasscodeSettingsRequest(passcodeEnabled: true))
            user = response.user
            return await open(with: passcode, response)
        }
    }

    /// Turns the passcode off, and biometrics with it, on the server and then here. The vault then opens by itself.
    public func disablePasscode(confirming passcode: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        guard state == .ready, lock.isPasscodeEnabled else { return .notNow }
        return await change { () async throws(SessionError) in
            user = try await auth.changeSettings(
                PasscodeSettingsRequest(passcodeEnabled: false, currentPasscode: passcode.digits))
            return await lock.removePasscode(confirming: passcode).mapFailure(SessionError.init)
        }
    }

    func change(
        _ work: () async throws(SessionError) -> UnlockOutcome<SessionError>
    ) async -> PasscodeChangeOutcome<SessionError> {
        // A confirmation of the old passcode must not come after its change.
        _ = await confirmation?.value
        guard state == .ready || phase == .offering else { return .notNow }
        do {
            let outcome = try await work()
            guard outcome == .unlocked else { return .pendingHere(outcome) }
            await takeTimeout()
            return .done
        } catch {
            switch error {
            case .ended, .signedOut: endSession()
            // Locked elsewhere, by another process perhaps: the passcode opens both.
            case .api(.locked): lock.requireLock()
            default: break
            }
            return PasscodeChangeOutcome(error, now: lock.vault.now)
        }
    }

    /// Asks for a mail with which to choose a new passcode.
    public func requestPasscodeReset(email: String) async throws(SessionError) {
        try await auth.requestPasscodeReset(email: email)
    }

    /// Asks for the same mail for who is signed in. Throws `.locked` when neither the session nor the address is known
    /// while the app is locked: after a relaunch the person gives the address.
    public func requestPasscodeReset() async throws(SessionError) {
        do {
            try await auth.requestPasscodeReset()
        } catch {
            if error == .ended || error == .signedOut { endSession() }
            guard error == .locked, let email = user?.email else { throw error }
            try await auth.requestPasscodeReset(email: email)
        }
    }

    /// Chooses a new passcode with what stands in the mail. Who has signed in and not given the passcode yet is let in;
    /// otherwise every session ends, and signing in again comes next. Nothing that the vault sealed is lost.
    public func resetPasscode(with proof: MailedProof, to new: Passcode) async -> PasscodeChangeOutcome<SessionError> {
        if let refusal = policy.refusal(of: new) { return .refused(refusal) }
        _ = await confirmation?.value
        do {
            guard let response = try await auth.resetPasscode(with: proof, to: new) else {
                lock.requireLock()
                (phase, notice) = (.signedOut, .passcodeReset)
                return .pendingHere(.failed(.signedOut))
            }
            user = response.user
            let outcome = await open(with: new, response, isNew: true)
            return outcome == .unlocked ? .done : .pendingHere(outcome)
        } catch {
            if error == .ended || error == .signedOut { endSession() }
            return PasscodeChangeOutcome(error, now: lock.vault.now)
        }
    }
}
