import Crypto
import LatchkeyAPI
import LatchkeyIdentity
import Logging

/// Signs in whom the team's provider has signed in.
struct ProviderSignIn: Sendable {
    /// The session to begin.
    struct Device: Sendable {
        let transport: SessionTransport
        let name: String?
    }

    let store: any Store
    let random: any RandomSource
    let accounts: ProviderAccounts
    let issuer: SessionTokenIssuer
    let activity: ActivityLog
    let mailSignal: MailSignal
    let rules: TeamRules
    let log: ProviderLog

    /// Uses a browser's way to the provider up, whatever comes of it.
    ///
    /// - Returns: Whether it was unused.
    func useAttempt(_ attempt: String) async throws -> Bool {
        try await store.write(on: .rows) { transaction in
            let end = transaction.now + .seconds(AuthorizationAttempt.lifetime) + UsedToken.margin
            return try transaction.usedTokens.use(
                UsedToken(digest: UsedToken.digest("attempt", attempt), expiresAt: end))
        }
    }

    /// Uses the token up and begins a session, locked if the account has an enabled passcode.
    ///
    /// - Parameters:
    ///   - identity: What the token says, which is checked.
    ///   - language: Of an account that is made now.
    /// - Throws: ``Problem``: `invalidToken`, `identityConflict` or `tooManyRequests`.
    func signIn(
        _ identity: VerifiedIdentity, on device: Device, language: String, client: ClientInfo
    ) async throws -> SessionGrant {
        let (accountID, sessionID, requestID) = (random.makeID(), random.makeID(), random.makeID())
        let address = identity.email.flatMap { EmailAddress($0) }
        let person = AccountIdentity(issuer: identity.issuer, subject: identity.subject)
        let proof = ProviderProof(identity)
        let subject = Subject.identity(person, address: address?.text, sidDigest: proof.sidDigest)
        let grant = try await explaining(identity, address) {
            try await store.writeEvenIfRefused(on: subject) { [self] transaction in
                let found = try accounts.find(person, address, in: transaction)
                // Before the token is used: it may be tried again.
                let counted = try (found?.email ?? address?.text).map {
                    try transaction.providerSignIn(of: $0, as: requestID)
                }
                try transaction.use(proof)
                // Behind it: what was used before costs nothing of the allowance.
                if let counted { try transaction.mailRequests.insert(counted) }
                let account = try accounts.account(
                    found, for: person, address, newID: accountID, language, client: client, in: transaction)
                guard
                    let session = Session(
                        id: sessionID, account: account, transport: device.transport, deviceName: device.name,
                        under: rules, now: transaction.now)
                else { throw Problem(.invalidToken) }
                try transaction.sessions.insert(session)
                // The provider's newest word counts.
                try transaction.providerSessions.clearPendingEmails(of: person)
                let isPending = session.lock != nil && address?.text != account.email
                try transaction.providerSessions.insert(
                    ProviderSession(sessionID: sessionID, of: proof, pendingEmail: isPending ? address?.text : nil))
                var caller = Caller(account: account, session: session, rules: rules, now: transaction.now)
                let secrets = try issuer.issue(for: &caller.session, in: transaction)
                try activity.record(.signedIn, of: account, device: session.deviceName, client: client, in: transaction)
                return SessionGrant(secrets: secrets, caller: caller)
            }
        }
        mailSignal.wake()
        return grant
    }

    /// Does the work, and says why there is no account for the person.
    private func explaining<Value: Sendable>(
        _ identity: VerifiedIdentity, _ address: EmailAddress?, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let problem as Problem where problem.kind == .identityConflict {
            if let outage = identity.userInfoOutage {
                log.noteUserInfo(outage)
                throw Problem.temporarilyUnavailable()
            }
            let conflict = ProviderConflict(hasEmail: identity.email != nil, hasAddress: address != nil)
            log.note(conflict)
            throw Problem(.identityConflict, detail: conflict.detail)
        }
    }
}

extension Transaction {
    /// Returns what counts as a sign-in, by the limit for the emails of an address, which otherwise sign in.
    ///
    /// - Throws: `tooManyRequests` beyond the limit.
    func providerSignIn(of email: String, as id: String) throws -> MailRequest {
        let recent = try mailRequests.recent(email: email, purpose: .providerSignIn, after: now - MailLimits.window)
        // What a clock that was set back has left in the future limits nothing.
        let usage = MailLimits.Usage(
            recent: recent.filter { $0.requestedAt <= now }, byClient: 0, bySite: 0, waiting: 0)
        guard let end = MailLimits.allowance(after: usage, at: now) else {
            throw Problem.tooManyRequests(wait: MailLimits.interval)
        }
        return MailRequest(
            id: id, purpose: .providerSignIn, email: email, ip: nil, clientNetwork: nil, requestedAt: now,
            allowanceUsedUntil: end, isMade: true)
    }

    /// Throws `invalidToken` for a proof that was used before, or that the provider has ended meanwhile. It may be used
    /// between this and ``use(_:)``.
    func requireUnused(_ proof: ProviderProof) throws {
        guard try !hasEnded(proof), try usedTokens.find(proof.tokenDigest) == nil else { throw Problem(.invalidToken) }
    }

    /// Uses up what the provider's word came by.
    ///
    /// - Throws: `invalidToken` when it was used before, or when the provider has ended its session meanwhile.
    func use(_ proof: ProviderProof) throws {
        guard try !hasEnded(proof) else { throw Problem(.invalidToken) }
        try useOnce(proof.tokenDigest, until: proof.countsUntil)
    }

    /// Whether the provider has ended the session that the token is of, or all of the person's since it made the token.
    /// Of a token that names no session, nobody knows that it is not of one that was ended.
    private func hasEnded(_ proof: ProviderProof) throws -> Bool {
        if let sidDigest = proof.sidDigest {
            let ended = UsedToken.ended(issuer: proof.issuer, sidDigest: sidDigest)
            if try usedTokens.find(ended) != nil { return true }
        }
        return try (proof.sidDigest == nil ? [true, false] : [true]).contains { isOfAll in
            let mark = try usedTokens.find(UsedToken.signedOut(proof.person, ofAll: isOfAll))
            return mark.map { proof.issuedAt <= $0.markedAt } ?? false
        }
    }

    private func useOnce(_ digest: String, until end: Timestamp) throws {
        let token = UsedToken(digest: digest, expiresAt: max(end, now) + UsedToken.margin)
        guard try usedTokens.use(token) else { throw Problem(.invalidToken) }
    }
}

extension UsedToken {
    /// The digest of something that counts once.
    ///
    /// - Parameter kind: What it is: the same text of two kinds counts once each.
    static func digest(_ kind: String, _ text: String...) -> String {
        let fields = text.reduce(LengthPrefixed.join(kind)) { $0 + LengthPrefixed.join($1) }
        return HexText.encode(Array(SHA256.hash(data: fields)))
    }
}
