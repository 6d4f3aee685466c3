import LatchkeyAPI

/// Sign-in with an emailed link or code.
struct SignIn: Sendable {
    let store: any Store
    let random: any RandomSource
    /// Whether a new address gets an account.
    let isSignUpOpen: Bool
    let oneTimeTokens: OneTimeTokens
    let issuer: SessionTokenIssuer
    let activity: ActivityLog
    let emailSignal: EmailSignal
    let rules: TeamRules

    /// Consumes the proof and starts a session, locked if the account has an enabled passcode.
    ///
    /// - Parameters:
    ///   - language: The user's language, if known, for an account without one.
    ///   - timeZone: See ``Transaction/setIfUnknown(timeZone:language:of:)``.
    func signIn(
        _ proof: OneTimeProof, transport: SessionTransport, deviceName: String?, language: String?, timeZone: String?,
        client: ClientInfo
    ) async throws -> SessionGrant {
        try await oneTimeTokens.rejectJunk(proof, purpose: .signIn, in: store)
        let (accountID, sessionID) = (random.makeID(), random.makeID())
        let grant = try await store.writeEvenIfRejected(on: oneTimeTokens.scope(of: proof, purpose: .signIn)) {
            [self] transaction in
            let token = try oneTimeTokens.find(proof, purpose: .signIn, in: transaction)
            try transaction.oneTimeTokens.delete(id: token.id)
            try transaction.noteEmailUsed(by: token.email, sentAt: token.createdAt)
            guard let account = try account(for: token, newID: accountID, in: transaction),
                let session = Session(
                    id: sessionID, account: account, transport: transport, deviceName: deviceName,
                    under: rules, now: transaction.now)
            else { throw Problem(.invalidCode) }
            return try begin(session, account, language, timeZone, client, in: transaction)
        }
        emailSignal.wake()
        return grant
    }

    private func account(for token: OneTimeToken, newID: String, in transaction: Transaction) throws -> Account? {
        if let account = try transaction.accounts.find(email: token.email) { return account }
        guard isSignUpOpen else { return nil }
        let account = Account(id: newID, email: token.email, createdAt: transaction.now)
        try transaction.accounts.insert(account)
        return account
    }

    private func begin(
        _ session: Session, _ account: Account, _ language: String?, _ timeZone: String?, _ client: ClientInfo,
        in transaction: Transaction
    ) throws -> SessionGrant {
        var caller = Caller(account: account, session: session, rules: rules, now: transaction.now)
        try transaction.setIfUnknown(timeZone: timeZone, language: language, of: &caller)
        try transaction.sessions.insert(session)
        let secrets = try issuer.issue(for: &caller.session, in: transaction)
        try activity.record(.signedIn, by: caller, client: client, in: transaction)
        return SessionGrant(secrets: secrets, caller: caller)
    }
}
