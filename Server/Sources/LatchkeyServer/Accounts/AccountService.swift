import LatchkeyAPI
import LatchkeyPasscode

/// Shows an account's activity, disowns what its owner did not do, and deletes it.
struct AccountService: Sendable {
    let dependencies: Dependencies
    let checks: PasscodeChecks
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog

    /// The account's events, newest first, older than `before`.
    func activity(of caller: Caller, before: Int64?, limit: Int) async throws -> ActivityPage {
        let events = try await dependencies.store.read { repositories in
            try repositories.activity.page(accountID: caller.account.id, before: before, limit: limit + 1)
        }
        let page = events.prefix(limit).map { event in
            ActivityPage.Event(
                id: String(event.id ?? 0), at: event.at.date, kind: event.kind, deviceName: event.deviceName,
                ip: event.ip)
        }
        return ActivityPage(events: page, next: events.count > limit ? page.last?.id : nil)
    }

    /// "This wasn't me": ends the account's sessions and, after a notice about a passcode, demands a reset.
    func disown(_ token: String, client: ClientInfo) async throws {
        try await dependencies.store.write { [self] repositories in
            let now = dependencies.clock.now()
            let token = try oneTimeTokens.find(.token(token), purpose: .notice, in: repositories, at: now)
            try repositories.noteMailUsed(by: token.email, mailedAt: token.createdAt)
            guard let id = token.accountID, var account = try repositories.accounts.find(id: id) else {
                throw Problem(.invalidCode)
            }
            try repositories.oneTimeTokens.delete(id: token.id)
            try repositories.endSessions(of: account)
            if token.aboutPasscode {
                account.requireReset()
                try repositories.accounts.update(account)
            }
            try activity.record(.disowned, of: account, device: nil, client: client, in: repositories, at: now)
        }
    }

    /// Deletes the account and all of it. Takes the passcode when one is set.
    func delete(current: Passcode?, by credential: Credential, client: ClientInfo) async throws {
        let hasPasscode = try await dependencies.store.read { [dependencies] repositories in
            try repositories.unlockedCaller(credential, at: dependencies.clock.now()).account.hasPasscode
        }
        if hasPasscode {
            guard let current else {
                throw Problem.invalidRequest("/current_passcode", "The current passcode is needed for this.")
            }
            try await checks.check(current, by: credential, client: client) { success in
                try success.repositories.erase(success.caller.account)
            }
        } else {
            try await dependencies.store.write { [dependencies] repositories in
                let account = try repositories.unlockedCaller(credential, at: dependencies.clock.now()).account
                guard !account.hasPasscode else { throw Problem(.passcodeAlreadySet) }
                try repositories.erase(account)
            }
        }
    }
}

extension Repositories {
    /// Deletes the account with what belongs to it, and what was mailed to it.
    func erase(_ account: Account) throws {
        try oneTimeTokens.deleteAll(email: account.email, purpose: .signIn)
        try outbox.deleteAll(recipient: account.email)
        try mailRequests.deleteAll(email: account.email)
        try accounts.delete(id: account.id)
    }
}
