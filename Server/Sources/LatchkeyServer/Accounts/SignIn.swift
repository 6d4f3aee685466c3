import LatchkeyAPI

/// Signs in with what was mailed.
struct SignIn: Sendable {
    let dependencies: Dependencies
    let oneTimeTokens: OneTimeTokens
    let issuer: SessionTokenIssuer
    let activity: ActivityLog

    /// Uses the proof up and begins a session, locked if the account has an enabled passcode. A new address gets its
    /// account now, where sign-up is open, and the language that the client asks for.
    func signIn(
        _ proof: OneTimeProof, transport: SessionTransport, deviceName: String?, language: String,
        client: ClientInfo
    ) async throws -> SessionGrant {
        try await oneTimeTokens.refuseJunk(proof, purpose: .signIn, in: dependencies.store)
        let (accountID, sessionID) = (dependencies.makeID(), dependencies.makeID())
        let grant = try await dependencies.store.writeEvenIfRefused { [self] repositories in
            let now = dependencies.clock.now()
            let token = try oneTimeTokens.find(proof, purpose: .signIn, in: repositories, at: now)
            try repositories.oneTimeTokens.delete(id: token.id)
            try repositories.noteMailUsed(by: token.email, mailedAt: token.createdAt)
            guard let account = try account(for: token, newID: accountID, language, in: repositories, at: now) else {
                throw Problem(.invalidCode)
            }
            let session = Session(
                id: sessionID, account: account, transport: transport, deviceName: deviceName, now: now)
            return try begin(session, account, client, in: repositories, at: now)
        }
        dependencies.mailSignal.wake()
        return grant
    }

    private func account(
        for token: OneTimeToken, newID: String, _ language: String, in repositories: Repositories, at now: Timestamp
    ) throws -> Account? {
        if let account = try repositories.accounts.find(email: token.email) { return account }
        guard dependencies.settings.signUp == .open else { return nil }
        var account = Account(id: newID, email: token.email, createdAt: now)
        account.language = language
        try repositories.accounts.insert(account)
        return account
    }

    private func begin(
        _ session: Session, _ account: Account, _ client: ClientInfo, in repositories: Repositories, at now: Timestamp
    ) throws -> SessionGrant {
        var caller = Caller(account: account, session: session, tokenCountsAsLocked: false, now: now)
        try repositories.sessions.insert(session)
        let secrets = try issuer.issue(for: &caller.session, in: repositories, at: now)
        try activity.record(
            .signedIn, of: account, device: session.deviceName, client: client, in: repositories, at: now)
        return SessionGrant(secrets: secrets, user: caller.user, expiresAt: caller.session.expiresAt, now: now)
    }
}
