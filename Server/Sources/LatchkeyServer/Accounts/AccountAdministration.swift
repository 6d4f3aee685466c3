import LatchkeyAPI

/// Account operations of the operator. All are recorded in the account's activity, and all but a suspension notify the
/// owner by email (V14).
struct AccountAdministration: Sendable {
    let store: any Store
    let activity: ActivityLog
    let rules: TeamRules

    /// Returns nil if the address already has an account.
    func add(_ address: EmailAddress, id: String) async throws -> AccountReport? {
        try await store.write(on: .address(address.text)) { transaction in
            guard try transaction.accounts.find(email: address.text) == nil else { return nil }
            let account = Account(id: id, email: address.text, createdAt: transaction.now)
            try transaction.accounts.insert(account)
            return AccountReport(account)
        }
    }

    /// Deletes an account with all its data, and returns it. Returns nil if there is none.
    func remove(_ address: EmailAddress) async throws -> AccountReport? {
        try await store.write(on: .address(address.text)) { [activity] transaction in
            guard let account = try transaction.accounts.find(email: address.text) else { return nil }
            try transaction.erase(account)
            try activity.notifyOwner(.accountDeleted, of: account, device: nil, client: .operator, in: transaction)
            return AccountReport(account)
        }
    }

    /// Returns the account's sessions, newest first. Returns nil if there is no such account.
    func sessions(of address: EmailAddress) async throws -> [SessionReport]? {
        try await store.read { [rules] transaction in
            guard let account = try transaction.accounts.find(email: address.text) else { return nil }
            return try transaction.sessions.list(accountID: account.id)
                .filter { transaction.now < $0.endsAt(under: rules) }
                .map { SessionReport($0, of: account, under: rules, at: transaction.now) }
        }
    }

    /// Applies a change, unless it already applies. Returns nil if there is no such account.
    ///
    /// - Throws: ``AccountChangeError``.
    func apply(_ change: AccountChange, to address: EmailAddress) async throws -> AccountChangeReport? {
        try await store.write(on: .address(address.text)) { [self] transaction in
            guard var account = try transaction.accounts.find(email: address.text) else { return nil }
            let changed =
                switch change {
                case .endSessions: try endSessions(of: account, in: transaction)
                case .requireReset: try requireReset(of: &account, in: transaction)
                case .suspend: try suspend(&account, in: transaction)
                case .resume: try resume(&account, in: transaction)
                }
            return AccountChangeReport(account: AccountReport(account), changed: changed)
        }
    }

    // Each returns whether anything changed.

    private func endSessions(of account: Account, in transaction: Transaction) throws -> Bool {
        let open = try transaction.sessions.list(accountID: account.id)
            .filter { transaction.now < $0.endsAt(under: rules) }
        for session in open {
            try record(.endedByAdmin, of: account, device: session.deviceName, in: transaction)
        }
        try transaction.sessions.deleteAll(accountID: account.id, except: nil)
        return !open.isEmpty
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
        account.suspendedAt = transaction.now
        try transaction.accounts.update(account)
        try transaction.sessions.deleteAll(accountID: account.id, except: nil)
        // An earlier email must not sign in after the account is resumed.
        try transaction.endMails(to: account.email)
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

    private func record(
        _ kind: ActivityKind, of account: Account, device: String? = nil, in transaction: Transaction
    ) throws {
        try activity.record(kind, of: account, device: device, client: .operator, in: transaction)
    }
}

extension ClientInfo {
    /// An operator on the server.
    fileprivate static let `operator` = ClientInfo(ip: nil)
}
