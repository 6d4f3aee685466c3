/// The commands about accounts.
extension ServerProcess {
    /// Adds an account. Returns nil when the address has one already.
    public func addUser(email: String) async throws -> AccountReport? {
        try await administration(.made).add(EmailAddress(member: email), id: SystemRandomSource().makeID())
    }

    /// Returns the accounts of a database of this version or an older one, which is left as it is.
    public func listUsers() async throws -> [AccountReport] {
        try await AccountList(store: openStore(.asItIs)).reports()
    }

    /// Removes an account with all its data, and returns it as it was. Returns nil when there is no such account.
    public func removeUser(email: String) async throws -> AccountReport? {
        try await administration(.updated).remove(EmailAddress(member: email))
    }

    /// Returns the account's sessions, newest first. Returns nil when there is no such account.
    public func sessions(ofUser email: String) async throws -> [SessionReport]? {
        try await administration(.updated).sessions(of: EmailAddress(member: email))
    }

    /// Changes an account, and returns it as it is then. Returns nil when there is no such account.
    ///
    /// - Throws: ``AccountChangeError`` for a change that the account cannot have.
    public func change(user email: String, _ change: AccountChange) async throws -> AccountChangeReport? {
        try await administration(.updated).apply(change, to: EmailAddress(member: email))
    }

    private func administration(_ requirement: DatabaseRequirement) async throws -> AccountAdministration {
        AccountAdministration(
            store: try await openStore(requirement), activity: ActivityLog(unreadable: UnreadableRows(logger: logger)),
            rules: settings.rules)
    }
}
