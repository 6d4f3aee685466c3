import LatchkeyAPI

/// Tells reverse proxies who may pass. It is asked for every request of the application behind it, so it reads one row
/// and waits for a write only where time has done something to the session.
struct GateService: Sendable {
    let store: any Store
    let authenticator: SessionAuthenticator
    let touches: SessionTouches
    let rules: TeamRules

    enum Decision {
        case open(GateSession, now: Timestamp)
        case closed(GateRefusal)
    }

    /// Decides by the session alone, whenever its passcode was given.
    func decide(on credential: Credential?) async throws -> Decision {
        guard let credential, let (session, now) = try await session(of: credential) else {
            return .closed(.unauthenticated)
        }
        guard !session.state.isLocked(under: rules, at: now) else { return .closed(.locked) }
        guard !session.state.lacksPasscode(under: rules) else { return .closed(.passcodeRequired) }
        return .open(session, now: now)
    }

    func noteActivity(of session: GateSession, at now: Timestamp) {
        touches.note(session.sessionID, lastActiveAt: session.lastActiveAt, at: now)
    }

    /// Tells a backend about an access token, or about the value of a page's cookie.
    ///
    /// - Parameter isActivity: Whether the question is activity where the token may be used.
    func introspect(_ secret: String, isActivity: Bool) async throws -> TokenIntrospection {
        for transport in [SessionTransport.bearer, .cookie] {
            guard let (session, now) = try await session(of: Credential(secret: secret, transport: transport)) else {
                continue
            }
            guard !session.state.isLocked(under: rules, at: now) else { return TokenIntrospection(locked: true) }
            guard !session.state.lacksPasscode(under: rules) else {
                return TokenIntrospection(locked: false, passcodeRequired: true)
            }
            if isActivity { noteActivity(of: session, at: now) }
            let passcodeTime = session.passcodeTime(under: rules, at: now)
            return TokenIntrospection(
                active: true, locked: false, userID: session.accountID, email: session.email,
                contextClass: passcodeTime == nil ? nil : TokenIntrospection.passcode,
                authenticationTime: passcodeTime?.seconds, expirationTime: session.end.time(under: rules).seconds,
                identity: session.identity.map { .init(issuer: $0.issuer, subject: $0.subject) })
        }
        return TokenIntrospection()
    }

    /// Returns the live session of the credential, with all that time has done to it, and the time at which it was
    /// read; nil when there is none.
    private func session(of credential: Credential) async throws -> (GateSession, now: Timestamp)? {
        guard let (session, now) = try await read(credential) else { return nil }
        guard session.hasStaleAttempt || session.state.needsLatch(under: rules, at: now) else { return (session, now) }
        do {
            // Stores it first, as every other call does.
            _ = try await authenticator.caller(credential)
        } catch let problem as Problem where problem.kind == .unauthenticated {
            return nil
        }
        return try await read(credential)
    }

    private func read(_ credential: Credential) async throws -> (GateSession, now: Timestamp)? {
        let found = try await store.gateSession(
            tokenDigest: credential.digest, settleWithin: AttemptLimits.settleWithin)
        guard let (session, now) = found, session.kind == credential.kind,
            now < session.end.time(under: rules)
        else { return nil }
        return (session, now)
    }
}
