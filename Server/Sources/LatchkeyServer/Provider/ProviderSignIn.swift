import Crypto
import LatchkeyAPI
import LatchkeyIdentity
import Logging

/// Sign-in with the team's provider.
struct ProviderSignIn: Sendable {
    let store: any Store
    let random: any RandomSource
    let accounts: ProviderAccounts
    let issuer: SessionTokenIssuer
    let activity: ActivityLog
    let emailSignal: EmailSignal
    let rules: TeamRules
    let log: ProviderLog

    /// Consumes a browser's sign-in attempt, whatever its result.
    ///
    /// - Returns: Whether it was unused.
    func useAttempt(_ attempt: String) async throws -> Bool {
        try await store.write(on: .rows) { transaction in
            let end = transaction.now + .seconds(AuthorizationAttempt.lifetime) + UsedToken.margin
            return try transaction.usedTokens.use(
                UsedToken(digest: UsedToken.digest("attempt", attempt), expiresAt: end))
        }
    }

    /// Consumes the token and starts a session, locked if the account has an enabled passcode.
    ///
    /// - Parameters:
    ///   - identity: The verified content of the token.
    ///   - language: The user's language, if known, for an account without one.
    ///   - timeZone: See ``Transaction/setIfUnknown(timeZone:language:of:)``.
    /// - Throws: ``Problem``: `invalidToken`, `identityConflict` or `tooManyRequests`.
    func signIn(
        _ identity: VerifiedIdentity, on device: Session.Device, language: String?, timeZone: String?,
        client: ClientInfo
    ) async throws -> SessionGrant {
        let (accountID, sessionID, requestID) = (random.makeID(), random.makeID(), random.makeID())
        let address = identity.email.flatMap { EmailAddress($0) }
        let person = AccountIdentity(issuer: identity.issuer, subject: identity.subject)
        let proof = ProviderProof(identity)
        let scope = WriteScope.identity(person, address: address?.text, sidDigest: proof.sidDigest)
        let grant = try await explaining(identity, address) {
            try await store.writeEvenIfRejected(on: scope) { [self] transaction in
                let found = try accounts.find(person, address, in: transaction)
                // Before the token is consumed, so that a retry is possible.
                let counted = try (found?.email ?? address?.text).map {
                    try transaction.providerSignIn(of: $0, as: requestID)
                }
                try transaction.use(proof)
                // Afterwards, so that a used token does not count for the rate limit.
                if let counted { try transaction.emailRequests.insert(counted) }
                let account = try accounts.account(
                    found, for: person, address, isAdministrator: identity.isAdministrator, newID: accountID,
                    client: client, in: transaction)
                guard
                    let session = Session(
                        id: sessionID, account: account, transport: device.transport, deviceName: device.name,
                        under: rules, now: transaction.now)
                else { throw Problem(.invalidToken) }
                try transaction.sessions.insert(session)
                // The provider's latest token applies.
                try transaction.providerSessions.clearPendingEmails(of: person)
                let isPending = session.lock != nil && address?.text != account.email
                try transaction.providerSessions.insert(
                    ProviderSession(sessionID: sessionID, of: proof, pendingEmail: isPending ? address?.text : nil))
                var caller = Caller(account: account, session: session, rules: rules, now: transaction.now)
                try transaction.setIfUnknown(timeZone: timeZone, language: language, of: &caller)
                let secrets = try issuer.issue(for: &caller.session, in: transaction)
                try activity.record(.signedIn, by: caller, client: client, in: transaction)
                return SessionGrant(secrets: secrets, caller: caller)
            }
        }
        emailSignal.wake()
        return grant
    }

    /// Runs the work, and logs why the user gets no account.
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
    /// Returns a request that counts as a sign-in, in the rate limit of emails to an address.
    ///
    /// - Throws: `tooManyRequests` over the limit.
    func providerSignIn(of email: String, as id: String) throws -> PendingEmailRequest {
        let recent = try emailRequests.recent(email: email, purpose: .providerSignIn, after: now - EmailLimits.window)
        // After a clock change, requests from the future do not count.
        let usage = EmailLimits.Usage(
            recent: recent.filter { $0.requestedAt <= now }, byClient: 0, bySite: 0, waiting: 0)
        guard let end = EmailLimits.allowance(after: usage, at: now) else {
            throw Problem.tooManyRequests(wait: EmailLimits.interval)
        }
        return PendingEmailRequest(
            id: id, purpose: .providerSignIn, email: email, ip: nil, clientNetwork: nil, requestedAt: now,
            allowanceUsedUntil: end, isMade: true)
    }

    /// Throws `invalidToken` for a proof that was used, or that the provider has ended. It can still be used between
    /// this call and ``use(_:)``.
    func requireUnused(_ proof: ProviderProof) throws {
        guard try !hasEnded(proof), try usedTokens.find(proof.tokenDigest) == nil else { throw Problem(.invalidToken) }
    }

    /// Consumes the provider's token.
    ///
    /// - Throws: `invalidToken` if it was used before, or the provider has ended its session.
    func use(_ proof: ProviderProof) throws {
        guard try !hasEnded(proof) else { throw Problem(.invalidToken) }
        try useOnce(proof.tokenDigest, until: proof.expiresAt)
    }

    /// Whether the provider has ended the session of the token, or all sessions of the user since it was issued. A
    /// token without a session may belong to an ended one.
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
    /// Returns the digest of something single-use.
    ///
    /// - Parameter kind: The kind. The same text of two kinds has two digests.
    static func digest(_ kind: String, _ text: String...) -> String {
        let fields = text.reduce(LengthPrefixed.join(kind)) { $0 + LengthPrefixed.join($1) }
        return HexText.encode(Array(SHA256.hash(data: fields)))
    }
}
