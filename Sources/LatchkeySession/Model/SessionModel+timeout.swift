internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeyPasscode

extension SessionModel {
    /// Sets the timeout on the server and then on this device: the server's session locks after the same idle time. For
    /// `LockTimeout.immediately` the server uses one minute.
    ///
    /// - Parameters:
    ///   - timeout: The new timeout.
    ///   - passcode: The account's passcode, required for a longer timeout if there is a passcode. Otherwise ignored.
    /// - Returns: `PasscodeChangeOutcome.passcodeNeeded` if a required passcode is missing; nothing is then changed.
    public func setTimeout(
        _ timeout: LockTimeout, confirming passcode: Passcode? = nil
    ) async -> PasscodeChangeOutcome {
        guard state == .ready else { return .notNow }
        if lock.needsPasscode(for: timeout) {
            guard let passcode else { return .passcodeNeeded }
            // The server stores one minute for two timeouts, and requires no passcode if its timeout does not change.
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

    /// Sets the account's timeout in an open vault; before the account is known, the team's limit.
    func takeTimeout() async {
        guard let here = lock.vault.timeout else { return }
        let minutes = min(user?.passcodeTimeoutMinutes ?? here.serverMinutes, policy.longestTimeoutMinutes)
        // Another server may use a time that is not one of these timeouts: then the next shorter one.
        let there = LockTimeout.allCases.last { $0.serverMinutes <= minutes } ?? .immediately
        guard here.serverMinutes != there.serverMinutes else { return }
        // If this cannot be written, the next response retries it.
        try? await lock.adoptTimeout(there)
    }
}

extension LockTimeout {
    /// The number of minutes that the server stores.
    var serverMinutes: Int { max(1, rawValue) }
}
