import LatchkeyAPI

/// Account operations of the operator.
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
    func add(_ address: EmailAddress, id: String, role: AccountRole = .member) async throws -> AccountReport? {
        try await store.write(on: .address(address.text)) { [acts] transaction in
            guard try transaction.accounts.find(email: address.text) == nil else { return nil }
            var account = Account(id: id, email: address.text, createdAt: transaction.now)
            account.role = role
            try acts.add(account, by: .operator, in: transaction)
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
        try await store.write(on: .address(address.text)) { [acts] transaction in
            guard var account = try transaction.accounts.find(email: address.text) else { return nil }
            let changed = try acts.apply(change, to: &account, by: .operator, in: transaction)
            return AccountChangeReport(account: AccountReport(account), changed: changed)
        }
    }
}
