import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A rule of every store, checked with a new, empty one.
struct StoreRule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (any Store) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any Store) async throws -> Void) {
        testDescription = description
        self.check = check
    }
}

/// The contract of every store.
enum StoreContract {
    static let now = Timestamp(milliseconds: 1_800_000_000_000)
    static var rules: [StoreRule] {
        accounts + identities + passkeys + unlockKeys + sessions + tokens + callers + oneTimeTokens + emails + rewrap
            + restore
            + transactions
            + imports + administration
    }

    /// Returns a row's ID, derived from a text and in the order of texts. An ID is returned unchanged.
    static func rowID(_ text: String) -> String {
        if text.count == 32 { return text }
        return HexText.encode((Array(text.utf8) + Array(repeating: 0, count: 16)).prefix(16))
    }

    static func rowIDs(_ texts: String...) -> [String] { texts.map(rowID) }

    /// Returns the digest of a token, like servers.
    static func tokenDigest(_ token: String) -> String { SessionTokenDigest.of(token) }

    static func account(_ id: String, email: String? = nil) -> Account {
        Account(id: rowID(id), email: email ?? "\(id)@example.com", createdAt: now)
    }

    static func session(_ id: String, _ account: Account, at time: Timestamp = now) throws -> Session {
        try #require(
            Session(
                id: rowID(id), account: account, transport: .bearer, deviceName: nil, under: TeamRules(), now: time))
    }

    static func passkey(_ id: String, _ account: Account, at time: Timestamp = now) -> Passkey {
        Passkey(
            id: rowID(id), accountID: account.id, credentialID: Data([0, 255] + Array(id.utf8)), algorithm: .eddsa,
            publicKey: "sealed", counter: Int(UInt32.max), name: "Ann's ☎", transports: [.internal, .smartCard],
            createdAt: time, lastUsedAt: nil)
    }

    static func unlockKey(_ id: String, _ account: Account, at time: Timestamp = now) -> UnlockKey {
        UnlockKey(
            id: rowID(id), accountID: account.id, sessionID: rowID("s"), replaces: rowID("r"), deviceName: "Ann's ☎",
            tokenDigest: tokenDigest("slot-" + id), tagDigest: tokenDigest("tag-" + id),
            publicKey: Data(repeating: 255, count: 49), privateKey: "sealed", passcodeVersion: 3, createdAt: time,
            lastUsedAt: time, failures: 2, attemptedAt: time, attemptID: rowID("a"), inputDigest: tokenDigest("i"))
    }

    static func token(
        _ digest: String, _ session: String, _ kind: SessionToken.Kind, generation: Int = 0, end: Timestamp
    ) -> SessionToken {
        SessionToken(
            digest: tokenDigest(digest), sessionID: rowID(session), kind: kind, generation: generation, expiresAt: end,
            countsAsLocked: false)
    }

    static func oneTime(
        _ id: String, _ purpose: EmailPurpose, account: String? = nil, end: Timestamp = now
    ) -> OneTimeToken {
        OneTimeToken(
            id: rowID(id), purpose: purpose, email: "a@example.com", accountID: account.map(rowID), keyID: "k1",
            linkDigest: tokenDigest("link-" + id), codeDigest: tokenDigest("code-" + id), codeAttemptsLeft: 5,
            aboutPasscode: false, createdAt: now, expiresAt: end)
    }

    static func request(
        _ id: String, _ purpose: EmailPurpose = .signIn, at time: Timestamp = now, isMade: Bool = false
    ) -> PendingEmailRequest {
        PendingEmailRequest(
            id: rowID(id), purpose: purpose, email: "a@example.com", ip: "192.0.2.1", clientNetwork: "192.0.2.1",
            requestedAt: time, allowanceUsedUntil: time + .minutes(1), isMade: isMade)
    }

    static func queuedEmail(
        _ id: String, _ purpose: EmailPurpose = .signIn, due: Timestamp = now, end: Timestamp = now + .hours(1)
    ) -> QueuedEmail {
        QueuedEmail(
            id: rowID(id), purpose: purpose, recipient: "a@example.com", sealedMessage: "sealed", createdAt: now,
            expiresAt: end, failures: 0,
            nextAttemptAt: due)
    }

    static func notice(_ account: String, _ kind: NoticeKind, due: Timestamp = now) -> Notice {
        Notice(
            accountID: rowID(account), kind: kind, email: "a@example.com", language: "en", timeZone: "Europe/Paris",
            count: 1, firstAt: now, latestAt: now, deviceName: nil, ip: nil, dueAt: due)
    }

    static func event(_ account: String, at time: Timestamp = now) -> ActivityEvent {
        ActivityEvent(accountID: rowID(account), at: time, kind: .signedIn, deviceName: "ü", ip: nil)
    }
}

extension StoreContract {
    private static let accounts = [
        StoreRule("an account is found by ID and address") { store in
            var ann = account("2", email: "ann@example.com")
            let bob = account("1", email: "bob@example.com")
            ann.passcodeHash = "hash"
            ann.passcodeSalt = Data([0, 255])
            ann.language = "fr"
            ann.recoveryKey = "key"
            ann.resetRequired = true
            try await store.write { [ann] in
                try $0.accounts.insert(bob)
                try $0.accounts.insert(ann)
            }
            try await store.read { [ann] in
                try hold($0.accounts.find(id: rowID("2")) == ann)
                try hold($0.accounts.find(email: "ann@example.com") == ann)
                try hold($0.accounts.find(id: rowID("3")) == nil)
                try hold($0.accounts.find(email: "Ann@example.com") == nil)
                try hold($0.accounts.all().map(\.value) == [ann, bob])
            }
            ann.passcodeHash = nil
            ann.failures = 29
            // An update requires a row that its transaction has read.
            try await store.write { [ann] in
                _ = try $0.accounts.find(id: ann.id)
                try $0.accounts.update(ann)
            }
            try await hold(store.read { [ann] in try $0.accounts.find(id: rowID("2")) == ann })
        },
        StoreRule("an address has one account") { store in
            try await store.write { try $0.accounts.insert(account("1", email: "a@example.com")) }
            await #expect(throws: StoreError.self) {
                try await store.write { try $0.accounts.insert(account("2", email: "a@example.com")) }
            }
        },
        StoreRule("an account is deleted with exactly its data") { store in
            try await store.write { transaction in
                for id in ["1", "2"] {
                    let owner = account(id)
                    try transaction.accounts.insert(owner)
                    try transaction.sessions.insert(session("s" + id, owner))
                    try transaction.sessionTokens.insert(token("t" + id, "s" + id, .access, end: now))
                    try transaction.reservations.insert(
                        Reservation(
                            id: rowID("r" + id), accountID: rowID(id), sessionID: rowID("s" + id), reservedAt: now,
                            passcodeVersion: 0,
                            lockVersion: 0))
                    try transaction.activity.insert(event(id))
                }
                try transaction.accounts.delete(id: rowID("1"))
            }
            try await store.read { transaction in
                try hold(transaction.sessions.find(id: rowID("s1")) == nil)
                try hold(transaction.sessionTokens.find(digest: tokenDigest("t1")) == nil)
                try hold(transaction.reservations.list(accountID: rowID("1")).isEmpty)
                try hold(transaction.activity.page(accountID: rowID("1"), before: nil, limit: 9).isEmpty)
                try hold(transaction.sessions.find(id: rowID("s2")) != nil)
                try hold(transaction.sessionTokens.find(digest: tokenDigest("t2")) != nil)
                try hold(transaction.reservations.list(accountID: rowID("2")).map(\.id) == rowIDs("r2"))
                let (before, after) = (now - .milliseconds(1), now + .milliseconds(1))
                try hold(transaction.reservations.accounts(reservedUpTo: now, orAfter: after) == rowIDs("2"))
                try hold(transaction.reservations.accounts(reservedUpTo: before, orAfter: now) == [])
                try hold(transaction.reservations.accounts(reservedUpTo: before, orAfter: before) == rowIDs("2"))
                try hold(transaction.activity.page(accountID: rowID("2"), before: nil, limit: 9).count == 1)
            }
        },
    ]

    private static let sessions = [
        StoreRule("sessions are listed newest first, and touched while unlocked") { store in
            let owner = account("1")
            var locked = try session("b", owner, at: now + .seconds(1))
            locked.lock = .idle
            let sessions = try [session("a", owner), locked, session("c", owner, at: now + .seconds(2))]
            try await store.write { transaction in
                try transaction.accounts.insert(owner)
                for session in sessions { try transaction.sessions.insert(session) }
                for session in sessions { try transaction.sessions.touch(id: session.id, at: now + .minutes(1)) }
            }
            let stored = try await store.read { try $0.sessions.list(accountID: rowID("1")) }
            #expect(stored.map(\.id) == rowIDs("c", "b", "a"))
            #expect(stored[1] == locked)
            #expect(stored[0].lastActiveAt == now + .minutes(1))
        }
    ]
}

/// `#expect` with `try` inside does not compile in closures of a table.
func hold(_ isSo: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isSo, comment, sourceLocation: sourceLocation)
}
