/// The account commands.
extension ServerProcess {
    /// Adds an account. Returns nil if the address already has one.
    public func addUser(email: String, isAdministrator: Bool = false) async throws -> AccountReport? {
        try await administration(.made).add(
            EmailAddress(member: email), id: SystemRandomSource().makeID(),
            role: isAdministrator ? .administrator : .member)
    }

    /// Returns the accounts. Does not migrate an older database.
    public func listUsers() async throws -> [AccountReport] {
        try await AccountList(store: openStore(.asItIs)).reports()
    }

    /// Deletes an account with all its data, and returns it. Returns nil if there is no such account.
    ///
    /// - Throws: ``AccountChangeError`` for the last administrator.
    public func removeUser(email: String) async throws -> AccountReport? {
        try await administration(.updated).remove(EmailAddress(member: email))
    }

    /// Returns the account's sessions, newest first. Returns nil if there is no such account.
    public func sessions(ofUser email: String) async throws -> [SessionReport]? {
        try await administration(.updated).sessions(of: EmailAddress(member: email))
    }

    /// Changes an account, and returns the result. Returns nil if there is no such account.
    ///
    /// - Throws: ``AccountChangeError`` if the change does not apply.
    public func change(user email: String, _ change: AccountChange) async throws -> AccountChangeReport? {
        try await administration(.updated).apply(change, to: EmailAddress(member: email))
    }

    private func administration(_ requirement: DatabaseRequirement) async throws -> AccountAdministration {
        AccountAdministration(
            store: try await openStore(requirement), activity: ActivityLog(unreadable: UnreadableRows(logger: logger)),
            rules: settings.rules, administratorIssuer: settings.identity?.administratorIssuer)
    }
}
