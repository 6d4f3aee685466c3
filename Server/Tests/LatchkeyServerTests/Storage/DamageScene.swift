import Foundation
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Two equal accounts, one of them damaged, in a database that is restored before each damage.
struct DamageScene: Sendable {
    let server: TestServer
    let ann: SessionResponse
    let annLocked: SessionResponse
    let bob: SessionResponse
    /// Ann's passkey.
    let passkey: TestPasskey
    let bobsPasskey: TestPasskey
    /// Ann's.
    let device: TestDevice
    let bobsDevice: TestDevice
    let signInToken: String
    let resetToken: String
    private let exchangeable: ExchangeableStore
    private let original: String

    /// The server's database.
    var path: String { original }

    /// - Parameter prepare: Changes the database before the damage.
    static func run(
        prepare: @escaping @Sendable (TestServer) async throws -> Void = { _ in },
        _ body: @escaping @Sendable (DamageScene) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "damage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = ExchangeableStore(try TestServer.openStore(directory.appending(path: "first.sqlite").path))
        try await TestServer.run(store: store) { server in
            try await KeyCheck(store: store).verify(server.dependencies.sealer)
            let (ann, passkey) = try await server.signInWithPasskey("ann@example.com")
            let device = try await server.register(ann)
            let annLocked = try await server.signIn("ann@example.com")
            let (bob, bobsPasskey) = try await server.signInWithPasskey("bob@example.com")
            let bobsDevice = try await server.register(bob)
            let signInToken = try await server.emailedToken("/api/auth/magic-link")
            let resetToken = try await server.emailedToken("/api/auth/reset-passcode-request")
            try await server.leaveWaiting(["ann@example.com", "bob@example.com"])
            try await ImportRecoveryTests.stage(["zoe@example.com"], as: "i", server)
            _ = try await store.write { try $0.imports.decide(id: StoreContract.rowID("i")) }
            try await server.leaveProviderSession("ann@example.com")
            try await store.write { try $0.administration.insert(StoreContract.entry(.suspended, of: "1")) }
            try await prepare(server)
            let original = directory.appending(path: "original.sqlite").path
            try await store.current.copy(to: original)
            try await body(
                DamageScene(
                    server: server, ann: ann, annLocked: annLocked, bob: bob, passkey: passkey,
                    bobsPasskey: bobsPasskey, device: device, bobsDevice: bobsDevice, signInToken: signInToken,
                    resetToken: resetToken, exchangeable: store, original: original))
        }
    }

    /// Runs `body` with a copy of the database in which Ann's row has the value, or all rows that meet `condition`.
    /// Passes the copy's path.
    func with(
        _ damage: Damage, in column: DamagedColumn, where condition: String? = nil,
        _ body: (String) async throws -> Void
    ) async throws {
        let path = "\(original)-\(UUID().uuidString)"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        try FileManager.default.copyItem(atPath: original, toPath: path)
        guard try column.damage(damage, inRowWhere: condition ?? row(of: column.table), of: path) else { return }
        exchangeable.current = try TestServer.openStore(path)
        for file in try FileManager.default.contentsOfDirectory(
            at: server.outbox.directory, includingPropertiesForKeys: nil)
        {
            try FileManager.default.removeItem(at: file)
        }
        try await body(path)
        try exchangeable.current.close()
    }

    /// Returns the condition for Ann's row; if she has several, for a relevant one.
    private func row(of table: String) -> String {
        let account = "(SELECT id FROM users WHERE email = 'ann@example.com')"
        return switch table {
        case "users": "email = 'ann@example.com'"
        case "sessions": "rowid = (SELECT max(rowid) - 1 FROM sessions WHERE account_id = \(account))"
        case "session_tokens": "digest = '\(SessionTokenDigest.of(ann.accessToken))'"
        case "reservations", "activity", "notices", "passkeys", "unlock_keys":
            "rowid = (SELECT max(rowid) FROM \(table) WHERE account_id = \(account))"
        case "one_time_tokens": "rowid = (SELECT max(rowid) FROM one_time_tokens WHERE email = 'ann@example.com')"
        case "outbox": "rowid = (SELECT max(rowid) FROM outbox WHERE recipient = 'ann@example.com')"
        case "mail_requests":
            "rowid = (SELECT max(rowid) FROM mail_requests WHERE email = 'ann@example.com' AND is_made = 0)"
        default: "true"
        }
    }
}

extension TestServer {
    /// A sweeper without quarantined rows.
    var unawareSweeper: Sweeper {
        let known = parts.sweeper
        let unreadable = UnreadableRows(logger: dependencies.logger)
        return Sweeper(
            store: known.store, limiter: known.limiter, unreadable: unreadable,
            imports: ImportRecovery(
                store: known.imports.store, records: known.imports.records, activity: known.imports.activity,
                unreadable: unreadable),
            devices: known.devices, rules: known.rules, logger: known.logger)
    }

    /// Requests Ann's email and returns its token.
    fileprivate func emailedToken(_ path: String) async throws -> String {
        _ = try await post(path, #"{"email":"ann@example.com"}"#)
        return try #require(try await takeEmails(to: "ann@example.com").first { $0.code != nil }?.token)
    }

    /// Leaves a queued email, a requested one, and an unsettled attempt for each.
    fileprivate func leaveWaiting(_ emails: [String]) async throws {
        for email in emails { _ = try await post("/api/auth/magic-link", #"{"email":"\#(email)"}"#) }
        try await parts.emailWorker.makeAll()
        clock.advance(by: EmailLimits.interval)
        for email in emails {
            _ = try await post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
            try await leaveAttempt(email)
        }
    }

    /// Marks the session of an account as started by the team's provider.
    fileprivate func leaveProviderSession(_ email: String) async throws {
        let session = try #require(try await storedSessions(email).first)
        let token = UsedToken(digest: UsedToken.digest("token", email), expiresAt: clock.now + .hours(1))
        try await dependencies.store.write { transaction in
            try transaction.providerSessions.insert(
                ProviderSession(
                    sessionID: session.id, issuer: "https://login.example", subject: "7",
                    sidDigest: UsedToken.digest("sid", "s"), pendingEmail: "new@example.org"))
            _ = try transaction.usedTokens.use(token)
        }
    }

    private func leaveAttempt(_ email: String) async throws {
        let now = clock.now
        let account = try await account(email)
        // Not another session of the account: if its row is damaged, its attempt cannot be settled.
        let stored = try #require(try await storedSessions(email).first { $0.passcodeVerifiedAt != nil })
        try await dependencies.store.write { transaction in
            try transaction.reservations.insert(
                Reservation(
                    id: "stale-\(email)", accountID: account.id, sessionID: stored.id,
                    reservedAt: now - .seconds(20), passcodeVersion: account.passcodeVersion,
                    lockVersion: stored.lockVersion))
        }
    }
}
