public import LatchkeyAPI
internal import LatchkeyLock

extension SessionModel {
    /// The team's rules, according to the last response; stored for launches without the server. Biometrics are not
    /// allowed if unlocking requires the server: a match would open the vault without it.
    public var policy: User.Policy {
        var policy = user?.policy ?? keptPolicy
        policy.serverUnlockRequired = policy.serverUnlockRequired || unlockPolicy == .serverRequired
        if policy.serverUnlockRequired { policy.biometricsAllowed = false }
        return policy
    }

    /// Whether unlocking must require the server, according to the rules stored on this device. Sends no request.
    package func mustUnlockWithServer() async throws(SessionError) -> Bool {
        let stored = try await auth.store.load()?.policy
        return unlockPolicy == .serverRequired || stored?.serverUnlockRequired == true
    }

    /// Whether the user may continue without a passcode.
    public var canSetUpLater: Bool { phase == .offering && !policy.passcodeRequired }

    /// Stores the account of a response, and applies the team's rules immediately.
    func learn(_ user: User) async {
        self.user = user
        await dropForbidden()
    }

    /// Applies the settings of the team and of the account, as far as the vault is open.
    func takeSettings() async {
        await dropForbidden()
        await takeTimeout()
    }

    /// Disables biometrics if the rules do not allow them. The next response retries deletions that fail. New passcode
    /// slots are of the kind that the rules require.
    func dropForbidden() async {
        await lock.vault.setUnlockPolicy(policy.serverUnlockRequired ? .serverRequired : .offline)
        guard !policy.biometricsAllowed else { return }
        await lock.dropBiometrics()
        if lock.isLocked, lock.protection == .biometricsOnly { apply(.onlyProofForbidden) }
    }

    /// Offers the choice of a passcode if the account requires one before anything else. Returns whether it does.
    func demandsFirstPasscode(_ user: User, _ epoch: SessionState.Epoch) -> Bool {
        guard user.lacksRequiredPasscode, !lock.isPasscodeEnabled else { return false }
        apply(.passcodeMissing(epoch))
        return true
    }

    /// Offers the choice of a passcode if the server has rejected a call because the account requires one.
    func noteRejection(_ error: SessionError, _ epoch: SessionState.Epoch) async {
        // An existing passcode is not missing; the team does not allow disabling it.
        guard error == .api(.passcodeRequired), !lock.isPasscodeEnabled, epoch == session.epoch else { return }
        keptPolicy = user?.policy ?? keptPolicy
        keptPolicy.passcodeRequired = true
        user?.policy = keptPolicy
        apply(.passcodeMissing(epoch))
        // If this cannot be written, the next response retries it.
        try? await auth.note { [keptPolicy] in $0.policy = keptPolicy }
    }
}
