import LatchkeyAPI
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

/// An account of the server whose rows follow a trace.
///
/// The model ends a session at its second failure and an account at its third, the server at the tenth and the
/// thirtieth. The rows therefore start with more failures, also after a reset of the counters.
final class ReplayedAccount {
    private static let lift = (
        session: AttemptPolicy.perSession - AttemptModel.Limits.model.perSession,
        account: AttemptPolicy.perAccount - AttemptModel.Limits.model.perAccount
    )

    let server: TestServer
    /// The initial account.
    let account: Account
    /// The secrets of all sessions, by their names in the trace.
    private(set) var credentials: [String: Credential] = [:]
    private var firstSession: Session?
    /// The names in the trace, by the IDs of rows.
    private var sessionNames: [String: String] = [:]
    private var attemptNames: [String: String] = [:]
    /// Names whose failures were cleared.
    private var clearedSessions: Set<String> = []
    private var isCleared = false

    private var store: any Store { server.dependencies.store }

    init(_ server: TestServer) async throws {
        self.server = server
        let id = server.dependencies.random.makeID()
        var account = Account(id: id, email: "\(id)@example.com", createdAt: server.clock.now)
        let records = server.parts.verifier.records
        let passcode = try #require(Passcode("739105"))
        try records.setHash(ScriptedHasher(isRight: true).hash(passcode, salt: records.makeSalt()), of: &account)
        account.passcodeEnabled = true
        account.failures = Self.lift.account
        self.account = account
        try await store.write(on: .all) { [account] in try $0.accounts.insert(account) }
        for name in ["0", "1"] { try await begin(name, isLocked: false) }
        try await lift()
    }

    /// Returns a request of the session, read at the start: only the transaction decides.
    func authentication(_ name: String) throws -> Authentication {
        Authentication(
            credential: try #require(credentials[name]),
            caller: Caller(
                account: account, session: try #require(firstSession), rules: server.parts.verifier.rules,
                now: server.clock.now))
    }

    /// Signs in a session by email.
    func begin(_ name: String, isLocked: Bool = true) async throws {
        let found = try await store.read { [id = account.id] in try $0.accounts.find(id: id) }
        let account = try #require(found)
        var session = try #require(
            Session(
                id: server.dependencies.random.makeID(), account: account, transport: .bearer, deviceName: nil,
                under: server.parts.verifier.rules, now: server.clock.now))
        if !isLocked { session.lock = nil }
        if firstSession == nil { firstSession = session }
        let issuer = server.parts.passcodes.issuer
        let secrets = try await store.write(on: .account(account.id)) { [session] transaction in
            var session = session
            try transaction.sessions.insert(session)
            return try issuer.issue(for: &session, in: transaction)
        }
        sessionNames[session.id] = name
        note(secrets, of: name)
    }

    /// Records that a passcode has unlocked the session and cleared its failures.
    func noteOpened(_ name: String, _ secrets: SessionSecrets?) {
        note(secrets, of: name)
        isCleared = true
    }

    private func note(_ secrets: SessionSecrets?, of name: String) {
        clearedSessions.insert(name)
        if case .bearer(let access, _)? = secrets { credentials[name] = Credential(secret: access, transport: .bearer) }
    }

    func lock(_ name: String) async throws { try await sessions.lock(try #require(credentials[name])) }

    func signOut(_ name: String) async throws {
        try await sessions.signOut(try #require(credentials[name]), client: .none)
    }

    private var sessions: SessionService {
        SessionService(store: store, activity: server.parts.activity, rules: server.parts.verifier.rules)
    }

    /// Enables the passcode.
    func enable(_ name: String) async throws {
        let settings = PasscodeSettings(
            store: store, verifier: server.parts.verifier, activity: server.parts.activity,
            rules: server.parts.verifier.rules)
        _ = try await settings.apply(.init(isEnabled: true), current: nil, by: authentication(name), client: .none)
    }

    /// Resets the passcode by email, from session 0 if it exists.
    func reset() async throws {
        let (parts, dependencies) = (server.parts, server.dependencies)
        let verifier = PasscodeVerifier(
            store: store, workers: dependencies.workers, hasher: ScriptedHasher(isRight: true),
            random: dependencies.random, limiter: parts.limiter, records: parts.verifier.records,
            undecided: parts.verifier.undecided, rules: parts.verifier.rules)
        let reset = PasscodeReset(
            store: store, random: dependencies.random,
            passcodes: PasscodeService(
                store: store, verifier: verifier, issuer: parts.passcodes.issuer, activity: parts.activity,
                provider: nil,
                rules: verifier.rules),
            oneTimeTokens: parts.oneTimeTokens, activity: parts.activity, emailSignal: dependencies.emailSignal,
            rules: verifier.rules)
        let (account, tokenID) = (account, dependencies.random.makeID())
        let link = try await store.write(on: .address(account.email)) { transaction in
            try parts.oneTimeTokens.make(
                .reset, for: account.email, accountID: account.id, id: tokenID, in: transaction
            ).link.text
        }
        let new = try #require(Passcode("739105"))
        let grant = try #require(
            try await reset.reset(
                .emailed(.link(token: link)), to: { new }, by: credentials["0"],
                signingIn: Session.Device(transport: .bearer, name: nil), client: .none))
        for session in try await store.read({ try $0.sessions.list(accountID: account.id) }) {
            sessionNames[session.id] = "0"
        }
        noteOpened("0", grant.secrets)
    }

    /// Lets the attempt expire.
    func expire(_ name: String) async throws {
        let (id, names) = (account.id, attemptNames)
        try await store.write(on: .account(id)) { transaction in
            for attempt in try transaction.reservations.list(accountID: id) where names[attempt.id] == name {
                try transaction.reservations.delete(id: attempt.id)
                try transaction.reservations.insert(
                    Reservation(
                        id: attempt.id, accountID: id, sessionID: attempt.sessionID,
                        reservedAt: transaction.now - AttemptPolicy.settleWithin,
                        passcodeVersion: attempt.passcodeVersion, lockVersion: attempt.lockVersion))
            }
        }
    }

    /// Deletes the row of an attempt, like the loss of a machine before its commit was replicated.
    func lose(_ name: String) async throws {
        let (id, names) = (account.id, attemptNames)
        try await store.write(on: .account(id)) { transaction in
            for attempt in try transaction.reservations.list(accountID: id) where names[attempt.id] == name {
                try transaction.reservations.delete(id: attempt.id)
            }
        }
    }

    /// Names the new row.
    func nameNewAttempt(_ name: String) async throws {
        for attempt in try await store.read({ [id = account.id] in try $0.reservations.list(accountID: id) })
        where attemptNames[attempt.id] == nil {
            attemptNames[attempt.id] = name
        }
    }

    /// Returns the rows, counted from the model's start.
    func rows() async throws -> AttemptRows {
        let id = account.id
        let (account, sessions, attempts, now) = try await store.read { transaction in
            (
                try #require(try transaction.accounts.find(id: id)), try transaction.sessions.list(accountID: id),
                try transaction.reservations.list(accountID: id), transaction.now
            )
        }
        var rows = AttemptRows(
            failures: account.failures - (isCleared ? 0 : Self.lift.account), resetRequired: account.resetRequired,
            isDisabled: !account.passcodeEnabled)
        for session in sessions {
            let name = sessionNames[session.id] ?? session.id
            rows.sessions[name] = .init(
                isLocked: session.isLocked(of: account, under: server.parts.verifier.rules, at: now),
                failures: session.failures - (clearedSessions.contains(name) ? 0 : Self.lift.session))
        }
        for attempt in attempts {
            let session = sessions.first { $0.id == attempt.sessionID }
            rows.attempts[attemptNames[attempt.id] ?? attempt.id] = .init(
                session: sessionNames[attempt.sessionID] ?? attempt.sessionID,
                isStale: attempt.isStale(at: now), isOrphan: session == nil,
                isOutdated: attempt.passcodeVersion != account.passcodeVersion,
                isLockChanged: session.map { $0.lockVersion != attempt.lockVersion } ?? false)
        }
        return rows
    }

    /// Restores the initial failures, ends delays, and resets allowances.
    func lift() async throws {
        let (id, names, cleared, isCleared) = (account.id, sessionNames, clearedSessions, isCleared)
        try await store.write(on: .account(id)) { transaction in
            if isCleared, var account = try transaction.accounts.find(id: id) {
                account.failures += Self.lift.account
                try transaction.accounts.update(account)
            }
            for var session in try transaction.sessions.list(accountID: id) {
                if let name = names[session.id], cleared.contains(name) { session.failures += Self.lift.session }
                session.waitUntil = nil
                session.passcodeChangesUsedUntil = nil
                session.changesUsedUntil = nil
                try transaction.sessions.update(session)
            }
        }
        (self.isCleared, clearedSessions) = (false, [])
    }

    func delete() async throws {
        try await store.write(on: .all) { [id = account.id] in try $0.accounts.delete(id: id) }
    }
}
