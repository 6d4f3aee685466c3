import Foundation
import LatchkeyAPI

@testable import LatchkeyServer

/// A database with rows in every table, as returned by the repositories.
struct MoveFixture: Equatable, Sendable {
    var accounts: [Account] = []
    var events: [ActivityEvent] = []
    var emails: [String] = []
    var requests: [PendingEmailRequest?] = []
    var staged: [StagedPasscode?] = []
    var tokens: [SessionToken?] = []
    var passkeys: [Passkey?] = []
    var administration: [AdministrationEntry?] = []
    var unlockKeys: [UnlockKey?] = []

    init(of store: any Store) async throws {
        self = try await store.read { try MoveFixture(in: $0) }
    }

    private init(in transaction: Transaction) throws {
        accounts = try transaction.accounts.page(after: nil, limit: 100).rows.compactMap(\.value)
            .sorted { $0.id < $1.id }
        for account in accounts {
            events += try transaction.activity.page(accountID: account.id, before: nil, limit: 50).compactMap(\.value)
            passkeys += try transaction.passkeys.list(accountID: account.id).map(\.value)
            unlockKeys += try transaction.unlockKeys.list(accountID: account.id).map(\.value)
            let name = String(account.email.prefix(1))
            for kind in ["refresh", "access", "cookie"] {
                tokens.append(try transaction.sessionTokens.find(digest: StoreContract.tokenDigest(kind + name)))
            }
        }
        administration = try transaction.administration.page(before: nil, limit: 50).map(\.value)
        emails = try transaction.outbox.ids(after: nil, limit: 50).rows
        requests = try transaction.emailRequests.pending(limit: 50, except: []).map(\.value)
        staged = try transaction.imports.staged(importID: StoreContract.rowID("i"), limit: 50, except: []).map(\.value)
    }

    /// Inserts rows into every table.
    static func fill(_ path: String, sealer: Sealer) async throws {
        let store = try SQLiteStore(path: path, clock: ManualClock())
        try store.migrate()
        try await KeyCheck(store: store).verify(sealer)
        try await store.write(on: .all) { transaction in
            for name in ["b", "a", "c"] {
                var account = StoreContract.account(name)
                account.passcodeHash = "hash-" + name
                account.passcodeSalt = Data([0, 1, 255])
                account.deliveryStatus = .bounced
                account.identity = AccountIdentity(issuer: "https://login.example", subject: name)
                account.deliveryStatusSince = transaction.now
                account.setPasskeyCount(2)
                account.role = name == "a" ? .administrator : .member
                account.language = name == "a" ? nil : "fr"
                account.timeZone = "Europe/Paris"
                try transaction.accounts.insert(account)
                var session = try StoreContract.session("s" + name, account)
                session.previousRefreshDigest = StoreContract.tokenDigest("old" + name)
                session.deviceName = "Ann's ☎"
                session.challenge = PendingChallenge(
                    digest: Data(repeating: 200, count: 32), expiresAt: transaction.now)
                session.passkeyVerifiedAt = transaction.now
                for id in ["2", "1"] {
                    try transaction.passkeys.insert(StoreContract.passkey(name + id, account, at: transaction.now))
                }
                try transaction.unlockKeys.insert(StoreContract.unlockKey(name, account, at: transaction.now))
                try transaction.sessions.insert(session)
                try transaction.providerSessions.insert(
                    ProviderSession(
                        sessionID: session.id, issuer: "https://login.example", subject: name,
                        sidDigest: StoreContract.tokenDigest("sid" + name), pendingEmail: "new" + name))
                _ = try transaction.usedTokens.use(
                    UsedToken(digest: StoreContract.tokenDigest("used" + name), expiresAt: transaction.now))
                for (kind, end) in [(SessionToken.Kind.refresh, 1), (.access, 2), (.cookie, 3)] {
                    let token = StoreContract.token(
                        "\(kind)" + name, "s" + name, kind, end: transaction.now + .seconds(end))
                    try transaction.sessionTokens.insert(token)
                }
                try transaction.activity.insert(
                    ActivityEvent(
                        accountID: account.id, at: transaction.now, kind: .signedIn, deviceName: "Phone", ip: "::1"))
            }
            try transaction.reservations.insert(
                Reservation(
                    id: StoreContract.rowID("r"), accountID: StoreContract.rowID("a"),
                    sessionID: StoreContract.rowID("sa"), reservedAt: transaction.now, passcodeVersion: 1,
                    lockVersion: 2))
            try transaction.oneTimeTokens.insert(StoreContract.oneTime("n", .notice, account: "a"))
            try transaction.outbox.insert(StoreContract.queuedEmail("n", .notice))
            try transaction.emailRequests.insert(
                PendingEmailRequest(
                    id: StoreContract.rowID("q"), purpose: .reset, email: "a@example.com", ip: "::1",
                    clientNetwork: "::/64", requestedAt: transaction.now,
                    allowanceUsedUntil: transaction.now, isMade: false, language: "fr"))
            try transaction.notices.save(
                Notice(
                    accountID: StoreContract.rowID("a"), kind: .signedIn, email: "a@example.com", language: "en",
                    count: 1, firstAt: transaction.now, latestAt: transaction.now, deviceName: nil, ip: nil,
                    dueAt: transaction.now))
            for actor in ["a", nil] {
                try transaction.administration.insert(StoreContract.entry(.suspended, of: "b", by: actor))
            }
            try transaction.imports.insert(id: StoreContract.rowID("i"), at: transaction.now)
            _ = try transaction.imports.stage(
                StagedPasscode(
                    importID: StoreContract.rowID("i"), email: "b@example.com", passcodeHash: "sealed"))
        }
        try store.close()
        // Simulates older, deleted events.
        try await DatabaseMoveTests.sql(path, "UPDATE sqlite_sequence SET seq = 500 WHERE name = 'activity'")
    }
}
