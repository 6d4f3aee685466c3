import LatchkeyAPI

/// The acts of administration. Each change is recorded in the log of administration, and in the activity of the account
/// and of the administrator. All but a suspension notify the owner by email (V14).
struct AccountActs: Sendable {
    let activity: ActivityLog
    let rules: TeamRules
    /// The provider whose tokens decide on the role of its users, or nil.
    let administratorIssuer: String?

    /// Creates an account, whose address must be free.
    func add(_ account: Account, by actor: AccountActor, in transaction: Transaction) throws {
        try transaction.accounts.insert(account)
        try log(.added, of: account, by: actor, in: transaction)
    }

    /// Creates an account like ``add(_:by:in:)``, and invites its owner by email, in the administrator's language.
    func invite(_ account: Account, by actor: AccountActor, in transaction: Transaction) throws {
        try add(account, by: actor, in: transaction)
        try activity.notifyOwner(
            .invited, of: account, language: actor.account?.language, device: nil, client: ClientInfo(ip: nil),
            in: transaction)
    }

    /// Ends a session of the account. Returns false if it has none with this ID.
    ///
    /// - Throws: ``AccountChangeError``.
    func endSession(
        _ id: String, of account: Account, by actor: AccountActor, in transaction: Transaction
    ) throws -> Bool {
        try requireOther(account, by: actor)
        guard let session = try transaction.sessions.find(id: id), session.accountID == account.id else { return false }
        try transaction.sessions.delete(id: id)
        try record(.endedByAdmin, of: account, device: session.deviceName, in: transaction)
        try log(.sessionEnded, of: account, by: actor, device: session.deviceName, in: transaction)
        return true
    }

    /// Shuts a device of the account, so that no passcode opens its data again. Returns false if no usable key has this
    /// ID.
    ///
    /// - Throws: ``AccountChangeError``.
    func shutDevice(
        _ id: String, of account: Account, by actor: AccountActor, in transaction: Transaction
    ) throws -> Bool {
        try requireOther(account, by: actor)
        let keys = try activity.unreadable.unlockKeys(of: account.id, in: transaction)
        guard let key = try transaction.unlockKeys.shut(id, among: keys) else { return false }
        try record(.deviceShutByAdmin, of: account, device: key.deviceName, in: transaction)
        try log(.deviceShut, of: account, by: actor, device: key.deviceName, in: transaction)
        return true
    }

    /// Deletes an account with all its data. One without an address is not notified.
    ///
    /// - Throws: ``AccountChangeError``.
    func remove(_ account: Account, by actor: AccountActor, in transaction: Transaction) throws {
        try requireOther(account, by: actor)
        try transaction.requireOtherAdministrator(than: account)
        try transaction.erase(account)
        if EmailAddress(account.email) != nil {
            try activity.notifyOwner(
                .accountDeleted, of: account, device: nil, client: ClientInfo(ip: nil), in: transaction)
        }
        try log(.removed, of: account, by: actor, in: transaction)
    }

    /// Applies a change. Returns false if it already applied.
    ///
    /// - Throws: ``AccountChangeError``.
    func apply(
        _ change: AccountChange, to account: inout Account, by actor: AccountActor, in transaction: Transaction
    ) throws -> Bool {
        try requireOther(account, by: actor)
        let changed =
            switch change {
            case .endSessions: try endSessions(of: account, in: transaction)
            case .requireReset: try requireReset(of: &account, in: transaction)
            case .suspend: try suspend(&account, in: transaction)
            case .resume: try resume(&account, in: transaction)
            case .grant: try setRole(.administrator, of: &account, in: transaction)
            case .revoke: try setRole(.member, of: &account, in: transaction)
            }
        if changed { try log(change.act, of: account, by: actor, in: transaction) }
        return changed
    }

    private func requireOther(_ account: Account, by actor: AccountActor) throws {
        guard actor.account?.id != account.id else { throw AccountChangeError.ownAccount }
    }

    // Each returns whether anything changed.

    private func endSessions(of account: Account, in transaction: Transaction) throws -> Bool {
        let stored = try transaction.sessions.stored(accountID: account.id)
        let open = activity.unreadable.readable(stored, in: .sessions).map(\.value)
            .filter { transaction.now < $0.endsAt(under: rules) }
        for session in open {
            try record(.endedByAdmin, of: account, device: session.deviceName, in: transaction)
        }
        try transaction.sessions.deleteAll(accountID: account.id, except: nil)
        return !open.isEmpty || stored.contains { $0.value == nil }
    }

    private func requireReset(of account: inout Account, in transaction: Transaction) throws -> Bool {
        guard account.hasPasscode else { throw AccountChangeError.passcodeNotSet }
        guard !account.resetRequired else { return false }
        account.requireReset()
        try transaction.accounts.update(account)
        try transaction.sessions.deleteAll(accountID: account.id, except: nil)
        try record(.resetRequiredByAdmin, of: account, in: transaction)
        return true
    }

    private func suspend(_ account: inout Account, in transaction: Transaction) throws -> Bool {
        guard !account.isSuspended else { return false }
        try transaction.requireOtherAdministrator(than: account)
        account.suspendedAt = transaction.now
        try transaction.accounts.update(account)
        try transaction.sessions.deleteAll(accountID: account.id, except: nil)
        // An earlier email must not sign in after the account is resumed.
        try transaction.cancelEmails(to: account.email)
        try record(.suspended, of: account, in: transaction)
        return true
    }

    private func resume(_ account: inout Account, in transaction: Transaction) throws -> Bool {
        guard account.isSuspended else { return false }
        account.suspendedAt = nil
        try transaction.accounts.update(account)
        try record(.resumed, of: account, in: transaction)
        return true
    }

    private func setRole(
        _ role: AccountRole, of account: inout Account, in transaction: Transaction
    ) throws -> Bool {
        guard account.role != role else { return false }
        guard !account.isRole(of: administratorIssuer) else { throw AccountChangeError.roleOfProvider }
        try transaction.requireOtherAdministrator(than: account)
        account.role = role
        try transaction.accounts.update(account)
        try record(
            role == .administrator ? .administratorGranted : .administratorRevoked, of: account, in: transaction)
        return true
    }

    /// Records an event in the account's activity, without the administrator's address.
    private func record(
        _ kind: ActivityKind, of account: Account, device: String? = nil, in transaction: Transaction
    ) throws {
        try activity.record(kind, of: account, device: device, client: ClientInfo(ip: nil), in: transaction)
    }

    private func log(
        _ act: AdministrationAct, of account: Account, by actor: AccountActor, device: String? = nil,
        in transaction: Transaction
    ) throws {
        try transaction.administration.insert(
            AdministrationEntry(
                at: transaction.now, act: act, author: actor.account == nil ? .operator : .administrator,
                actorID: actor.account?.id, actorEmail: actor.account?.email, accountID: account.id,
                accountEmail: account.email, deviceName: device, ip: actor.client.ip))
        guard let administrator = actor.account else { return }
        try activity.record(
            .administered, of: administrator, device: actor.device, client: actor.client, in: transaction)
    }
}

extension Account {
    /// Whether the tokens of this issuer decide on the role.
    func isRole(of administratorIssuer: String?) -> Bool {
        administratorIssuer != nil && identityIssuer == administratorIssuer
    }
}

extension AccountChange {
    fileprivate var act: AdministrationAct {
        switch self {
        case .endSessions: .sessionsEnded
        case .requireReset: .resetRequired
        case .suspend: .suspended
        case .resume: .resumed
        case .grant: .administratorGranted
        case .revoke: .administratorRevoked
        }
    }
}

extension Transaction {
    /// Throws unless the team keeps an administrator without this account. Concurrent writes cannot remove two.
    ///
    /// - Throws: ``AccountChangeError/lastAdministrator``.
    func requireOtherAdministrator(than account: Account) throws {
        guard account.isAdministrator, !account.isSuspended else { return }
        guard try accounts.claimAdministrators() else { throw Problem.temporarilyUnavailable() }
        guard try accounts.hasAdministrator(except: account.id) else { throw AccountChangeError.lastAdministrator }
    }
}
