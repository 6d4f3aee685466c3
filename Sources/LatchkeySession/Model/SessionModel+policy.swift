public import LatchkeyAPI
internal import LatchkeyLock

extension SessionModel {
    /// What the team that runs the server decided, as the server said last; kept for launches without the server.
    public var policy: User.Policy { user?.policy ?? keptPolicy }

    /// Whether the person may go on without a passcode.
    public var canSetUpLater: Bool { phase == .offering && !policy.passcodeRequired }

    /// Takes over what the server says of the account. What the team forbids here is dropped at once.
    func learn(_ user: User) async {
        self.user = user
        await dropForbidden()
    }

    /// Takes over the settings of the team and of the account, as far as the vault is open.
    func takeSettings() async {
        await dropForbidden()
        await takeTimeout()
    }

    /// Drops biometrics where the team forbids them. What cannot be deleted now is deleted at the next response.
    func dropForbidden() async {
        guard !policy.biometricsAllowed else { return }
        await lock.dropBiometrics()
        if lock.isLocked, lock.protection == .biometricsOnly { apply(.onlyProofGone) }
    }

    /// Lets the person choose a passcode if the account has to get one before anything else. Returns whether it has to.
    func demandsFirstPasscode(_ user: User, _ epoch: SessionState.Epoch) -> Bool {
        guard user.lacksRequiredPasscode, !lock.isPasscodeEnabled else { return false }
        apply(.passcodeMissing(epoch))
        return true
    }

    /// The same, where the server has refused a call for it.
    func noteRefusal(_ error: SessionError, _ epoch: SessionState.Epoch) async {
        // Where there is a passcode none is missing: it may not be turned off.
        guard error == .api(.passcodeRequired), !lock.isPasscodeEnabled, epoch == session.epoch else { return }
        keptPolicy = policy
        keptPolicy.passcodeRequired = true
        user?.policy = keptPolicy
        apply(.passcodeMissing(epoch))
        // If this cannot be written, the next response brings it again.
        try? await auth.note { [keptPolicy] in $0.policy = keptPolicy }
    }
}
