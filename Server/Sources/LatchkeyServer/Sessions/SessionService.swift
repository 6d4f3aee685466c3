import LatchkeyAPI

/// The service that locks, lists and ends sessions.
struct SessionService: Sendable {
    let store: any Store
    let activity: ActivityLog
    let rules: TeamRules

    func lock(_ credential: Credential) async throws {
        try await store.write(on: credential.scope) { [rules] transaction in
            var caller = try transaction.caller(credential, under: rules)
            guard caller.account.isPasscodeEnabled(under: rules) else { throw Problem(.passcodeNotSet) }
            caller.session.lockManually()
            try transaction.sessions.update(caller.session)
        }
    }

    func signOut(_ credential: Credential, client: ClientInfo) async throws {
        try await store.write(on: credential.scope) { [activity, rules] transaction in
            let caller = try transaction.caller(credential, under: rules)
            try activity.record(.signedOut, by: caller, client: client, in: transaction)
            try transaction.sessions.delete(id: caller.session.id)
        }
    }

    /// Returns the account's sessions, newest first.
    func list(of caller: Caller) async throws -> SessionList {
        try await store.read { [activity, rules] transaction in
            let sessions = try activity.unreadable.sessions(of: caller.account.id, in: transaction)
            return SessionList(
                sessions: sessions.filter { transaction.now < $0.endsAt(under: rules) }.map { session in
                    SessionList.Session(
                        id: session.id, deviceName: session.deviceName, createdAt: session.createdAt.date,
                        lastActiveAt: session.lastActiveAt.date, current: session.id == caller.session.id)
                })
        }
    }

    /// Ends a session of the caller's account. Throws `notFound` if there is none.
    func end(_ id: String, by credential: Credential, client: ClientInfo) async throws {
        try await store.write(on: credential.scope) { [self] transaction in
            let caller = try transaction.caller(credential, under: rules, for: .ready)
            guard let session = try transaction.sessions.find(id: id), session.accountID == caller.account.id else {
                throw Problem(.notFound)
            }
            try transaction.sessions.delete(id: session.id)
            try record(session, of: caller.account, client, in: transaction)
        }
    }

    /// Ends all other sessions of the caller's account.
    func endOthers(by credential: Credential, client: ClientInfo) async throws {
        try await store.write(on: credential.scope) { [self] transaction in
            let caller = try transaction.caller(credential, under: rules, for: .ready)
            let account = caller.account
            for session in try activity.unreadable.sessions(of: account.id, in: transaction)
            where session.id != caller.session.id {
                try record(session, of: account, client, in: transaction)
            }
            // Also those that cannot be read.
            try transaction.sessions.deleteAll(accountID: account.id, except: caller.session.id)
        }
    }

    private func record(
        _ ended: Session, of account: Account, _ client: ClientInfo, in transaction: Transaction
    ) throws {
        try activity.record(.sessionEnded, of: account, device: ended.deviceName, client: client, in: transaction)
    }
}
