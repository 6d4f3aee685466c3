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
        guard let credential, let (session, now) = try await session(of: credential.secret, credential.kind) else {
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
    ///
    /// - Parameter kind: The kind of the secret; nil for an access token or a cookie.
    func findOpenSession(
        of secret: String, _ kind: SessionToken.Kind?,
        whenFound: @escaping @Sendable ((session: GateSession, now: Timestamp)?) -> Void
    ) {
        let digest = SessionTokenDigest.of(secret)
        store.readGateSession(tokenDigest: digest, settleWithin: AttemptPolicy.settleWithin, waits: false) { found in
            guard let (session, now) = valid(try? found.get(), kind), !needsUpdate(session, at: now),
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
        guard let (session, now) = try await session(of: secret, nil) else { return TokenIntrospection() }
        return switch decision(on: session, at: now) {
        case .open: introspection(of: session, at: now, isActivity: isActivity)
        case .closed(.passcodeRequired): TokenIntrospection(locked: false, passcodeRequired: true)
        case .closed: TokenIntrospection(locked: true)
        }
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

    /// Returns the session of the secret and the time of the read, after applying expired attempts and idle locks; nil
    /// if there is none.
    private func session(of secret: String, _ kind: SessionToken.Kind?) async throws -> (GateSession, now: Timestamp)? {
        guard let (session, now) = try await read(secret, kind) else { return nil }
        guard needsUpdate(session, at: now) else { return (session, now) }
        do {
            // Persists changes first, like every other call.
            let transport: SessionTransport = session.kind == .cookie ? .cookie : .bearer
            _ = try await authenticator.caller(Credential(secret: secret, transport: transport))
        } catch let problem as Problem where problem.kind == .unauthenticated {
            return nil
        }
        return try await read(secret, kind)
    }

    private func read(_ secret: String, _ kind: SessionToken.Kind?) async throws -> (GateSession, now: Timestamp)? {
        let digest = SessionTokenDigest.of(secret)
        return try await valid(store.gateSession(tokenDigest: digest, settleWithin: AttemptPolicy.settleWithin), kind)
    }

    private func valid(
        _ found: (session: GateSession, now: Timestamp)?, _ kind: SessionToken.Kind?
    ) -> (GateSession, now: Timestamp)? {
        guard let (session, now) = found, session.kind == kind ?? session.kind, session.kind != .refresh,
            now < session.end.time(under: rules)
        else { return nil }
        return (session, now)
    }

    /// Whether an expired attempt or an idle lock must be persisted first.
    private func needsUpdate(_ session: GateSession, at now: Timestamp) -> Bool {
        session.hasStaleAttempt || session.state.needsPersistedLock(under: rules, at: now)
    }
}
