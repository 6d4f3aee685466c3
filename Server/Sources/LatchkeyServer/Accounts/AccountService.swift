import LatchkeyAPI
import LatchkeyPasscode

/// The service that shows activity, disowns reported actions, and deletes accounts.
struct AccountService: Sendable {
    let store: any Store
    let verifier: PasscodeVerifier
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog
    let unreadable: UnreadableRows
    let emailSignal: EmailSignal
    let rules: TeamRules

    /// Returns the account's events older than `before`, newest first, except those that this server cannot read.
    func activity(of caller: Caller, before: Int64?, limit: Int) async throws -> ActivityPage {
        let rows = try await store.read { transaction in
            try transaction.activity.page(accountID: caller.account.id, before: before, limit: limit + 1)
        }
        let page = rows.prefix(limit)
        let events = unreadable.readable(Array(page), in: .activity).map { ActivityPage.Event($0.key, $0.value) }
        return ActivityPage(events: events, next: rows.count > limit ? page.last?.key : nil)
    }

    /// "This wasn't me": ends the account's sessions, shuts its devices, and after a notice about a passcode requires a
    /// reset.
    func disown(_ token: String, client: ClientInfo) async throws {
        let proof = OneTimeProof.link(token: token)
        try await oneTimeTokens.rejectJunk(proof, purpose: .notice, in: store)
        try await store.write(on: oneTimeTokens.scope(of: proof, purpose: .notice)) {
            [oneTimeTokens, activity] transaction in
            let token = try oneTimeTokens.find(proof, purpose: .notice, in: transaction)
            try transaction.noteEmailUsed(by: token.email, sentAt: token.createdAt)
            try transaction.oneTimeTokens.delete(id: token.id)
            // A deleted account has no sessions.
            guard let id = token.accountID, var account = try transaction.accounts.find(id: id) else { return }
            try transaction.sessions.deleteAll(accountID: id, except: nil)
            try transaction.unlockKeys.destroyAll(accountID: id)
            if token.aboutPasscode {
                account.requireReset()
                try transaction.accounts.update(account)
            }
            try activity.record(.disowned, of: account, device: nil, client: client, in: transaction)
        }
    }

    /// Deletes the account and all its data, and notifies the owner. Requires the passcode if one is set.
    func delete(current: Passcode?, by authentication: Authentication, client: ClientInfo) async throws {
        if authentication.caller.account.hasPasscode {
            guard let current else {
                throw Problem.invalidRequest("/current_passcode", "The current passcode is required.")
            }
            try await verifier.check(current, for: .deleteAccount, by: authentication, client: client) {
                [self] success in
                try delete(success.caller, client, in: success.transaction)
            }
        } else {
            try await store.write(on: authentication.credential.scope) { [self] transaction in
                let caller = try transaction.caller(authentication.credential, under: rules, for: .ready)
                guard !caller.account.hasPasscode else { throw Problem(.passcodeAlreadySet) }
                try delete(caller, client, in: transaction)
            }
        }
        emailSignal.wake()
    }

    private func delete(_ caller: Caller, _ client: ClientInfo, in transaction: Transaction) throws {
        do {
            try transaction.requireOtherAdministrator(than: caller.account)
        } catch AccountChangeError.lastAdministrator {
            throw Problem(.lastAdministrator)
        }
        try transaction.erase(caller.account)
        try activity.notifyOwner(
            .accountDeleted, of: caller.account, device: caller.session.deviceName, client: client, in: transaction)
    }
}

extension Transaction {
    /// Deletes the account with all its data.
    ///
    /// Queued notices are still sent, and their links work, because they concern earlier events. Email requests are
    /// kept for ``EmailLimits/window``, so that a deletion does not reset rate limits.
    func erase(_ account: Account) throws {
        try cancelEmails(to: account.email)
        try emailRequests.markAllMade(email: account.email)
        try oneTimeTokens.forgetAddress(accountID: account.id)
        try accounts.delete(id: account.id)
    }
}
