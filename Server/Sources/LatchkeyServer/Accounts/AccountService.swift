import LatchkeyAPI
import LatchkeyPasscode

/// Shows an account's activity, disowns what its owner did not do, and deletes it.
struct AccountService: Sendable {
    let dependencies: Dependencies
    let checks: PasscodeChecks
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog
    let unreadable: UnreadableRows

    /// The account's events, newest first, older than `before`, without those that this server cannot read.
    func activity(of caller: Caller, before: Int64?, limit: Int) async throws -> ActivityPage {
        let rows = try await dependencies.store.read { repositories in
            try repositories.activity.page(accountID: caller.account.id, before: before, limit: limit + 1)
        }
        let page = rows.prefix(limit)
        let events = unreadable.readable(Array(page), in: .activity).map { key, event in
            ActivityPage.Event(
                id: key, at: event.at.date, kind: event.kind, deviceName: event.deviceName, ip: event.ip)
        }
        return ActivityPage(events: events, next: rows.count > limit ? page.last?.key : nil)
    }

    /// "This wasn't me": ends the account's sessions and, after a notice about a passcode, demands a reset.
    func disown(_ token: String, client: ClientInfo) async throws {
        try await oneTimeTokens.refuseJunk(.token(token), purpose: .notice, in: dependencies.store)
        try await dependencies.store.write { [self] repositories in
            let now = dependencies.clock.now()
            let token = try oneTimeTokens.find(.token(token), purpose: .notice, in: repositories, at: now)
            try repositories.noteMailUsed(by: token.email, mailedAt: token.createdAt)
            try repositories.oneTimeTokens.delete(id: token.id)
            // Of an account that is gone no session is left to end.
            guard let id = token.accountID, var account = try repositories.accounts.find(id: id) else { return }
            try repositories.endSessions(of: account)
            if token.aboutPasscode {
                account.requireReset()
                try repositories.accounts.update(account)
            }
            try activity.record(.disowned, of: account, device: nil, client: client, in: repositories, at: now)
        }
    }

    /// Deletes the account and all of it, and tells its owner. Takes the passcode when one is set.
    func delete(current: Passcode?, by asker: Asker, client: ClientInfo) async throws {
        if asker.caller.account.hasPasscode {
            guard let current else {
                throw Problem.invalidRequest("/current_passcode", "The current passcode is needed for this.")
            }
            try await checks.check(current, for: .deleteAccount, by: asker, client: client) { [self] success in
                try delete(success.caller, client, in: success.repositories)
            }
        } else {
            try await dependencies.store.write { [self] repositories in
                let caller = try repositories.unlockedCaller(asker.credential, at: dependencies.clock.now())
                guard !caller.account.hasPasscode else { throw Problem(.passcodeAlreadySet) }
                try delete(caller, client, in: repositories)
            }
        }
        dependencies.mailSignal.wake()
    }

    private func delete(_ caller: Caller, _ client: ClientInfo, in repositories: Repositories) throws {
        try repositories.erase(caller.account)
        try activity.tellOwner(
            .accountDeleted, of: caller.account, device: caller.session.deviceName, client: client, in: repositories,
            at: caller.now)
    }
}

extension Repositories {
    /// Deletes the account with what belongs to it. Notices that wait are sent all the same, and their links work: they
    /// tell the owner what came before. What mails were asked for stays for ``MailLimits/window``: a deletion must not
    /// give the address and the client their mails anew.
    func erase(_ account: Account) throws {
        for purpose in [MailPurpose.signIn, .reset] {
            try outbox.deleteAll(recipient: account.email, purpose: purpose)
            try oneTimeTokens.deleteAll(email: account.email, purpose: purpose)
        }
        try mailRequests.markAllMade(email: account.email)
        try oneTimeTokens.forgetAddress(accountID: account.id)
        try accounts.delete(id: account.id)
    }
}
