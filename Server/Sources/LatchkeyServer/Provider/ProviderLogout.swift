import LatchkeyAPI
import LatchkeyIdentity

/// The end of sessions at the provider's request (OpenID Connect Back-Channel Logout 1.0).
struct ProviderLogout: Sendable {
    let store: any Store
    let activity: ActivityLog

    /// Ends the sessions of the provider's session, if the token names one. Otherwise ends all sessions of the user's
    /// account, and those that the user started on an unlinked account.
    ///
    /// - Throws: `invalidToken` if the token was used before.
    func end(by notice: LogoutNotice) async throws {
        let sidDigest = notice.sid.map { UsedToken.digest("sid", $0) }
        if let sidDigest {
            // Earlier tokens of the provider must not start a session afterwards. A separate write, which waits for a
            // sign-in in progress: only then its user is known.
            try await store.write(on: .providerSession(issuer: notice.issuer, sidDigest: sidDigest)) { transaction in
                let ended = UsedToken.ended(issuer: notice.issuer, sidDigest: sidDigest)
                let end = max(Timestamp(notice.expiresAt), transaction.now) + UsedToken.margin
                _ = try transaction.usedTokens.use(UsedToken(digest: ended, expiresAt: end))
            }
        }
        let scope = try await scope(of: notice, sidDigest)
        try await store.writeEvenIfRejected(on: scope) { [self] transaction in
            let end = max(Timestamp(notice.expiresAt), transaction.now) + UsedToken.margin
            let used = UsedToken(digest: UsedToken.digest("logout", notice.issuer, notice.id), expiresAt: end)
            guard try transaction.usedTokens.use(used) else { throw Problem(.invalidToken) }
            if let person = notice.person {
                let digest = UsedToken.signedOut(person, ofAll: sidDigest == nil)
                try transaction.usedTokens.extend(UsedToken(digest: digest, markedAt: Timestamp(notice.issuedAt)))
            }
            for session in try sessions(of: notice, sidDigest, in: transaction) {
                try transaction.sessions.delete(id: session.id)
                let account = try unlessUnreadable { try transaction.accounts.find(id: session.accountID) } ?? nil
                guard let account else { continue }
                try activity.record(
                    .signedOut, of: account, device: session.deviceName, client: ClientInfo(ip: nil), in: transaction)
            }
        }
    }

    /// The scope of the user, whose sign-ins wait meanwhile.
    private func scope(of notice: LogoutNotice, _ sidDigest: String?) async throws -> WriteScope {
        var subject = notice.subject
        if subject == nil, let sidDigest {
            subject = try await store.read {
                try $0.providerSessions.list(issuer: notice.issuer, sidDigest: sidDigest).first?.subject
            }
        }
        return subject.map { WriteScope.identity(AccountIdentity(issuer: notice.issuer, subject: $0), address: nil) }
            ?? .rows
    }

    /// Returns the sessions to end, and deletes those that cannot be read.
    private func sessions(
        of notice: LogoutNotice, _ sidDigest: String?, in transaction: Transaction
    ) throws -> [Session] {
        let person = notice.person
        if let sidDigest {
            let named = try transaction.providerSessions.list(issuer: notice.issuer, sidDigest: sidDigest)
                .filter { person == nil || $0.identity == person }
            // Sessions without a provider session may be meant.
            let nameless = try person.map { try transaction.providerSessions.list($0) }?.filter { $0.sidDigest == nil }
            return try (named + (nameless ?? [])).compactMap { try session($0, in: transaction) }
        }
        guard let person else { return [] }
        var sessions: [Session] = []
        if let account = try transaction.accounts.find(person) {
            sessions = try activity.unreadable.sessions(of: account.id, in: transaction)
            try transaction.sessions.deleteAll(accountID: account.id, except: nil)
        }
        let begun = try transaction.providerSessions.list(person)
        return try sessions + begun.compactMap { try session($0, in: transaction) }
    }

    /// Returns the session, or deletes it if it cannot be read.
    private func session(_ begun: ProviderSession, in transaction: Transaction) throws -> Session? {
        guard let found = try unlessUnreadable({ try transaction.sessions.find(id: begun.sessionID) }) else {
            try transaction.sessions.delete(id: begun.sessionID)
            return nil
        }
        return found
    }
}

extension LogoutNotice {
    fileprivate var person: AccountIdentity? { subject.map { AccountIdentity(issuer: issuer, subject: $0) } }
}

extension UsedToken {
    /// The time for which a token from before a logout may be used: five minutes for an app's token, ten for a reset in
    /// a browser.
    private static let markLife: Duration = .minutes(10) + margin

    /// Creates a mark that is stored for as long as an earlier token may be used.
    init(digest: String, markedAt: Timestamp) { self.init(digest: digest, expiresAt: markedAt + Self.markLife) }

    var markedAt: Timestamp { expiresAt - Self.markLife }

    /// The mark of a user's logout, from all sessions of the provider or from one.
    static func signedOut(_ person: AccountIdentity, ofAll isOfAll: Bool) -> String {
        digest(isOfAll ? "signed-out" : "signed-out-of-one", person.issuer, person.subject)
    }

    /// The mark of an ended session of the provider.
    static func ended(issuer: String, sidDigest: String) -> String { digest("ended", issuer, sidDigest) }
}
