import LatchkeyAPI

/// The operator's `users` commands on accounts.
struct AccountAdministration: Sendable {
    let store: any Store
    let activity: ActivityLog
    let rules: TeamRules
    /// See ``AccountActs/administratorIssuer``.
    var administratorIssuer: String?

    private var acts: AccountActs {
        AccountActs(activity: activity, rules: rules, administratorIssuer: administratorIssuer)
    }

    /// Returns nil if the address already has an account.
    ///
    /// - Parameter isInvited: Whether the owner is invited by email.
    func add(
        _ address: EmailAddress, id: String, isAdministrator: Bool = false, isInvited: Bool = false
    ) async throws -> AccountReport? {
        try await store.write(on: .address(address.text)) { [acts] transaction in
            guard try transaction.accounts.find(email: address.text) == nil else { return nil }
            var account = Account(id: id, email: address.text, createdAt: transaction.now)
            if isInvited {
                try acts.invite(account, by: .operator, in: transaction)
            } else {
                try acts.add(account, by: .operator, in: transaction)
            }
            if isAdministrator {
                _ = try acts.apply(.grant, to: &account, by: .operator, in: transaction)
            }
            return AccountReport(account)
        }
    }

    /// Deletes an account with all its data, and returns it. Returns nil if there is none.
    ///
    /// - Throws: ``AccountChangeError``.
    func remove(_ address: EmailAddress) async throws -> AccountReport? {
        try await store.write(on: .address(address.text)) { [acts] transaction in
            guard let account = try transaction.accounts.find(email: address.text) else { return nil }
            try acts.remove(account, by: .operator, in: transaction)
            return AccountReport(account)
        }
    }

    /// Deletes an account that cannot be read (V15), and returns it. Returns nil if there is none with this ID.
    func removeUnreadable(id: String) async throws -> AccountReport? {
        try await store.write(on: .account(id)) { [acts] transaction in
            guard let stored = try transaction.accounts.addressIfUnreadable(id: id) else { return nil }
            // A damaged address could be another account's.
            let isAddress = EmailAddress(stored)?.text == stored
            let account = Account(id: id, email: isAddress ? stored : id, createdAt: transaction.now)
            try acts.remove(account, by: .operator, in: transaction)
            return AccountReport(unreadable: id)
        }
    }

    /// Returns the account's sessions, newest first. Returns nil if there is no such account.
    func sessions(of address: EmailAddress) async throws -> [SessionReport]? {
        try await store.read { [activity, rules] transaction in
            guard let account = try transaction.accounts.find(email: address.text) else { return nil }
            return try activity.unreadable.sessions(of: account.id, in: transaction)
                .filter { transaction.now < $0.endsAt(under: rules) }
                .map { SessionReport($0, of: account, under: rules, at: transaction.now) }
        }
    }

    /// Returns the account's devices with an unlock key, oldest first. Returns nil if there is no such account.
    func devices(of address: EmailAddress) async throws -> [DeviceReport]? {
        try await store.read { [activity] transaction in
            guard let account = try transaction.accounts.find(email: address.text) else { return nil }
            return try activity.unreadable.unlockKeys(of: account.id, in: transaction).devices(of: account)
                .map(DeviceReport.init)
        }
    }

    // Each returns nil if there is no such account.

    /// Applies a change, unless it already applies.
    ///
    /// - Throws: ``AccountChangeError``.
    func apply(_ change: AccountChange, to address: EmailAddress) async throws -> AccountChangeReport? {
        try await perform(on: address) { try $0.apply(change, to: &$1, by: .operator, in: $2) }
    }

    /// Ends a session of the account.
    func endSession(_ id: String, of address: EmailAddress) async throws -> AccountChangeReport? {
        try await perform(on: address) { try $0.endSession(id, of: $1, by: .operator, in: $2) }
    }

    /// Shuts a device of the account by the ID of its unlock key.
    func shutDevice(_ id: String, of address: EmailAddress) async throws -> AccountChangeReport? {
        try await perform(on: address) { try $0.shutDevice(id, of: $1, by: .operator, in: $2) }
    }

    private func perform(
        on address: EmailAddress,
        _ act: @escaping @Sendable (AccountActs, inout Account, Transaction) throws -> Bool
    ) async throws -> AccountChangeReport? {
        try await store.write(on: .address(address.text)) { [acts] transaction in
            guard var account = try transaction.accounts.find(email: address.text) else { return nil }
            let changed = try act(acts, &account, transaction)
            return AccountChangeReport(account: AccountReport(account), changed: changed)
        }
    }
}
