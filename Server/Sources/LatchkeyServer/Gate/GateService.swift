import LatchkeyAPI

/// The service that authorizes requests behind reverse proxies and introspects tokens. Called for every request, so it
/// reads one row, and waits for a write only if an attempt or the session has expired.
struct GateService: Sendable {
    let store: any Store
    let authenticator: SessionAuthenticator
    let activityRecorder: ActivityRecorder
    let rules: TeamRules

    enum Decision {
        case open(GateSession, now: Timestamp)
        case closed(GateRejection)
    }

    /// Decides by the session, regardless of when its passcode was verified.
    func decide(on credential: Credential?) async throws -> Decision {
        guard let credential, let (session, now) = try await session(of: credential) else {
            return .closed(.unauthenticated)
        }
        return decision(on: session, at: now)
    }

    private func decision(on session: GateSession, at now: Timestamp) -> Decision {
        guard !session.state.isLocked(under: rules, at: now) else { return .closed(.locked) }
        guard !session.state.lacksPasscode(under: rules) else { return .closed(.passcodeRequired) }
        return .open(session, now: now)
    }

    /// Finds an open session like ``decide(on:)``, without a task. Calls `whenFound` once, on any thread: with nil for
    /// a session that is not open or must be updated first, and if the read failed.
    func findOpenSession(
        of credential: Credential, whenFound: @escaping @Sendable ((session: GateSession, now: Timestamp)?) -> Void
    ) {
        store.readGateSession(tokenDigest: credential.digest, settleWithin: AttemptPolicy.settleWithin) { found in
            guard let (session, now) = valid(found, credential), !needsUpdate(session, at: now),
                case .open = decision(on: session, at: now)
            else { return whenFound(nil) }
            whenFound((session, now))
        }
    }

    func noteActivity(of session: GateSession, at now: Timestamp) {
        activityRecorder.note(session.sessionID, lastActiveAt: session.lastActiveAt, at: now)
    }

    /// Returns the status of an access token or a cookie's value.
    ///
    /// - Parameter isActivity: Whether the introspection of an unlocked session counts as activity.
    func introspect(_ secret: String, isActivity: Bool) async throws -> TokenIntrospection {
        for transport in [SessionTransport.bearer, .cookie] {
            guard let (session, now) = try await session(of: Credential(secret: secret, transport: transport)) else {
                continue
            }
            return switch decision(on: session, at: now) {
            case .open: introspection(of: session, at: now, isActivity: isActivity)
            case .closed(.passcodeRequired): TokenIntrospection(locked: false, passcodeRequired: true)
            case .closed: TokenIntrospection(locked: true)
            }
        }
        return TokenIntrospection()
    }

    /// Returns the status of an open session.
    func introspection(of session: GateSession, at now: Timestamp, isActivity: Bool) -> TokenIntrospection {
        if isActivity { noteActivity(of: session, at: now) }
        let passcodeTime = session.passcodeTime(under: rules, at: now)
        return TokenIntrospection(
            active: true, locked: false, userID: session.accountID, email: session.email,
            contextClass: passcodeTime == nil ? nil : TokenIntrospection.passcode,
            authenticationTime: passcodeTime?.seconds, expirationTime: session.end.time(under: rules).seconds,
            identity: session.identity.map { .init(issuer: $0.issuer, subject: $0.subject) })
    }

    /// Returns the session of the credential and the time of the read, after applying expired attempts and idle locks;
    /// nil if there is none.
    private func session(of credential: Credential) async throws -> (GateSession, now: Timestamp)? {
        guard let (session, now) = try await read(credential) else { return nil }
        guard needsUpdate(session, at: now) else { return (session, now) }
        do {
            // Persists changes first, like every other call.
            _ = try await authenticator.caller(credential)
        } catch let problem as Problem where problem.kind == .unauthenticated {
            return nil
        }
        return try await read(credential)
    }

    private func read(_ credential: Credential) async throws -> (GateSession, now: Timestamp)? {
        let found = try await store.gateSession(
            tokenDigest: credential.digest, settleWithin: AttemptPolicy.settleWithin)
        return valid(found, credential)
    }

    private func valid(
        _ found: (session: GateSession, now: Timestamp)?, _ credential: Credential
    ) -> (GateSession, now: Timestamp)? {
        guard let (session, now) = found, session.kind == credential.kind, now < session.end.time(under: rules) else {
            return nil
        }
        return (session, now)
    }

    /// Whether an expired attempt or an idle lock must be persisted first.
    private func needsUpdate(_ session: GateSession, at now: Timestamp) -> Bool {
        session.hasStaleAttempt || session.state.needsPersistedLock(under: rules, at: now)
    }
}
