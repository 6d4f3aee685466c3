import LatchkeyAPI
import LatchkeyIdentity

/// Ends sessions as the provider asks (OpenID Connect Back-Channel Logout 1.0).
struct ProviderLogout: Sendable {
    let store: any Store
    let activity: ActivityLog

    /// Ends the sessions that one of the provider's has begun, where the notice names that; otherwise all of the
    /// person's account, however they were begun, and those that the person has begun on an account of no one.
    ///
    /// - Throws: `invalidToken` when the notice was used before.
    func end(by notice: LogoutNotice) async throws {
        let sidDigest = notice.sid.map { UsedToken.digest("sid", $0) }
        if let sidDigest {
            // A token that the provider has made before must not begin a session after it. In a write of its own, which
            // waits for a sign-in under way: whose that is, is known only once it has ended.
            try await store.write(on: .providerSession(issuer: notice.issuer, sidDigest: sidDigest)) { transaction in
                let ended = UsedToken.ended(issuer: notice.issuer, sidDigest: sidDigest)
                let end = max(Timestamp(notice.countsUntil), transaction.now) + UsedToken.margin
                _ = try transaction.usedTokens.use(UsedToken(digest: ended, expiresAt: end))
            }
        }
        let subject = try await subject(of: notice, sidDigest)
        try await store.writeEvenIfRefused(on: subject) { [self] transaction in
            let end = max(Timestamp(notice.countsUntil), transaction.now) + UsedToken.margin
            let used = UsedToken(digest: UsedToken.digest("logout", notice.issuer, notice.id), expiresAt: end)
            guard try transaction.usedTokens.use(used) else { throw Problem(.invalidToken) }
            if let person = notice.person {
                let digest = UsedToken.signedOut(person, ofAll: sidDigest == nil)
                try transaction.usedTokens.extend(UsedToken(digest: digest, markedAt: Timestamp(notice.issuedAt)))
            }
            for session in try sessions(of: notice, sidDigest, in: transaction) {
                guard let account = try transaction.accounts.find(id: session.accountID) else { continue }
                try transaction.sessions.delete(id: session.id)
                try activity.record(
                    .signedOut, of: account, device: session.deviceName, client: ClientInfo(ip: nil), in: transaction)
            }
        }
    }

    /// The person, whose sign-ins wait meanwhile.
    private func subject(of notice: LogoutNotice, _ sidDigest: String?) async throws -> Subject {
        var subject = notice.subject
        if subject == nil, let sidDigest {
            subject = try await store.read {
                try $0.providerSessions.list(issuer: notice.issuer, sidDigest: sidDigest).first?.subject
            }
        }
        return subject.map { Subject.identity(AccountIdentity(issuer: notice.issuer, subject: $0), address: nil) }
            ?? .rows
    }

    private func sessions(
        of notice: LogoutNotice, _ sidDigest: String?, in transaction: Transaction
    ) throws -> [Session] {
        let person = notice.person
        if let sidDigest {
            let named = try transaction.providerSessions.list(issuer: notice.issuer, sidDigest: sidDigest)
                .filter { person == nil || $0.identity == person }
            // Of those that the provider gave no name to, nobody knows that they are not meant.
            let nameless = try person.map { try transaction.providerSessions.list($0) }?.filter { $0.sidDigest == nil }
            return try (named + (nameless ?? [])).compactMap { try transaction.sessions.find(id: $0.sessionID) }
        }
        guard let person else { return [] }
        let own = try transaction.accounts.find(person).map { try transaction.sessions.list(accountID: $0.id) } ?? []
        let begun = try transaction.providerSessions.list(person).compactMap { session in
            own.contains { $0.id == session.sessionID } ? nil : try transaction.sessions.find(id: session.sessionID)
        }
        return own + begun
    }
}

extension LogoutNotice {
    fileprivate var person: AccountIdentity? { subject.map { AccountIdentity(issuer: issuer, subject: $0) } }
}

extension UsedToken {
    /// How long a word of the provider's from before a mark may come: five minutes for an app's token, ten for a reset
    /// on the pages.
    private static let markLife: Duration = .minutes(10) + margin

    /// A moment that is kept for as long as something from before it may come.
    init(digest: String, markedAt: Timestamp) { self.init(digest: digest, expiresAt: markedAt + Self.markLife) }

    var markedAt: Timestamp { expiresAt - Self.markLife }

    /// What is kept of when a person was signed out: of all sessions at the provider, or of one.
    static func signedOut(_ person: AccountIdentity, ofAll isOfAll: Bool) -> String {
        digest(isOfAll ? "signed-out" : "signed-out-of-one", person.issuer, person.subject)
    }

    /// What is kept of one of the provider's sessions that has ended.
    static func ended(issuer: String, sidDigest: String) -> String { digest("ended", issuer, sidDigest) }
}
