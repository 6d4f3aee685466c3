/// The account commands.
extension ServerProcess {
    /// Adds an account. Returns nil if the address already has one.
    ///
    /// - Parameter isInvited: Whether the owner is invited by email.
    public func addUser(
        email: String, isAdministrator: Bool = false, isInvited: Bool = false
    ) async throws -> AccountReport? {
        try await administration(.made).add(
            EmailAddress(member: email), id: SystemRandomSource().makeID(),
            isAdministrator: isAdministrator, isInvited: isInvited)
    }

    /// Returns the accounts. Does not migrate an older database.
    public func listUsers() async throws -> [AccountReport] {
        try await AccountList(store: openStore(.asItIs)).reports()
    }

    /// Deletes an account with all its data, and returns it. Returns nil if there is no such account.
    ///
    /// - Parameter email: The address, or the ID of an account that cannot be read.
    /// - Throws: ``AccountChangeError`` for the last administrator.
    public func removeUser(email: String) async throws -> AccountReport? {
        let administration = try await administration(.updated)
        guard email.contains("@") else { return try await administration.removeUnreadable(id: email) }
        return try await administration.remove(EmailAddress(member: email))
    }

    /// Returns the account's sessions, newest first. Returns nil if there is no such account.
    public func sessions(ofUser email: String) async throws -> [SessionReport]? {
        try await administration(.updated).sessions(of: EmailAddress(member: email))
    }

    /// Returns the account's devices with an unlock key, oldest first. Returns nil if there is no such account.
    public func devices(ofUser email: String) async throws -> [DeviceReport]? {
        try await administration(.updated).devices(of: EmailAddress(member: email))
    }

    /// Ends a session of the account, and returns the result. Returns nil if there is no such account.
    public func endSession(_ id: String, ofUser email: String) async throws -> AccountChangeReport? {
        try await administration(.updated).endSession(id, of: EmailAddress(member: email))
    }

    /// Shuts a device of the account, and returns the result. Returns nil if there is no such account.
    ///
    /// - Parameter id: The ID of an unlock key.
    public func shutDevice(_ id: String, ofUser email: String) async throws -> AccountChangeReport? {
        try await administration(.updated).shutDevice(id, of: EmailAddress(member: email))
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
