internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Sets the absence that locks, on the server and then here: the server's session locks when it is idle for as
    /// long. `LockTimeout.immediately` is kept here alone; the server has one minute instead.
    ///
    /// - Parameters:
    ///   - timeout: The new absence.
    ///   - passcode: The account's passcode. Needed for a longer timeout, when there is one; otherwise ignored.
    /// - Returns: `PasscodeChangeOutcome.passcodeNeeded` when a needed passcode is missing: then nothing is changed.
    public func setTimeout(
        _ timeout: LockTimeout, confirming passcode: Passcode? = nil
    ) async -> PasscodeChangeOutcome {
        guard state == .ready else { return .notNow }
        if lock.needsPasscode(for: timeout) {
            guard let passcode else { return .passcodeNeeded }
            // The server stores one minute for two timeouts, and asks for no passcode if its timeout does not change.
            let known = [lock.timeout.serverMinutes, user?.passcodeTimeoutMinutes]
            if known.contains(timeout.serverMinutes) {
                let outcome = await lock.verifyPasscode(passcode)
                guard outcome == .unlocked else { return PasscodeChangeOutcome(outcome) }
            }
        }
        return await change { () async throws(SessionError) in
            await learn(
                try await auth.changeSettings(
                    PasscodeSettingsRequest(
                        passcodeTimeoutMinutes: timeout.serverMinutes, currentPasscode: passcode?.digits)))
            do throws(VaultError) {
                try await lock.adoptTimeout(timeout)
                return .unlocked
            } catch {
                switch error {
                case .locked: return .superseded
                case .storage(let cause): return .failed(.storage(cause))
                default: return .failed(.vault(error))
                }
            }
        }
    }

    /// The account's timeout becomes the vault's, if that is open; before the account is known, what the team allows.
    func takeTimeout() async {
        guard let here = lock.vault.timeout else { return }
        let minutes = min(user?.passcodeTimeoutMinutes ?? here.serverMinutes, policy.longestTimeoutMinutes)
        // Another server may name a time that is none of the choices: then the next shorter one.
        let there = LockTimeout.allCases.last { $0.serverMinutes <= minutes } ?? .immediately
        guard here.serverMinutes != there.serverMinutes else { return }
        // If this cannot be written, the next response brings it again.
        try? await lock.adoptTimeout(there)
    }
}

extension LockTimeout {
    /// As the server keeps it.
    var serverMinutes: Int { max(1, rawValue) }
}
