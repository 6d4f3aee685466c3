import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension StoreContract {
    private static func person(_ subject: String) -> AccountIdentity {
        AccountIdentity(issuer: "https://login.example/", subject: subject)
    }

    static let identities = [
        StoreRule("an account is found by exact issuer and subject") { store in
            var ann = account("1")
            ann.identity = person("a b")
            try await store.write { [ann] in
                try $0.accounts.insert(ann)
                try $0.accounts.insert(account("2"))
                try $0.accounts.insert(account("3"))
            }
            try await store.read { [ann] in
                try hold($0.accounts.find(person("a b")) == ann)
                try hold($0.accounts.find(person("A b")) == nil)
                try hold($0.accounts.find(AccountIdentity(issuer: "https://login.example", subject: "a b")) == nil)
                try hold($0.accounts.find(id: rowID("2"))?.identity == nil)
            }
            await #expect(throws: StoreError.self) {
                try await store.write {
                    var other = try #require(try $0.accounts.find(id: rowID("2")))
                    other.identity = person("a b")
                    try $0.accounts.update(other)
                }
            }
        },
        StoreRule("a changed address keeps the account's data") { store in
            try await store.write { try $0.accounts.insert(account("1", email: "old@example.com")) }
            try await store.write(on: .identity(person("1"), address: "new@example.com")) {
                var ann = try #require(try $0.accounts.find(id: rowID("1")))
                ann.identity = person("1")
                try $0.accounts.update(ann)
                ann.email = "new@example.com"
                try $0.accounts.changeAddress(of: ann)
                ann.failures = 3
                try $0.accounts.update(ann)
            }
            let scopes: [WriteScope] = [
                .account(rowID("1")), .address("new@example.com"), .identity(person("1"), address: nil),
            ]
            for scope in scopes {
                try await store.write(on: scope) {
                    var ann = try #require(try $0.accounts.find(email: "new@example.com"))
                    ann.failures += 1
                    try $0.accounts.update(ann)
                    try hold($0.accounts.find(email: "old@example.com") == nil)
                }
            }
            try await hold(store.read { try $0.accounts.find(person("1"))?.failures == 6 })
            // The old address is free.
            try await store.write { try $0.accounts.insert(account("2", email: "old@example.com")) }
            await #expect(throws: StoreError.self) {
                try await store.write {
                    var other = try #require(try $0.accounts.find(id: rowID("2")))
                    other.email = "new@example.com"
                    try $0.accounts.changeAddress(of: other)
                }
            }
        },
        StoreRule("sign-in and logout of a provider session exclude each other") { store in
            for round in 0..<20 {
                @Sendable func isFirst(_ scope: WriteScope, _ own: String, _ other: String) async throws -> Bool {
                    try await store.write(on: scope) { transaction in
                        let isFirst = try transaction.usedTokens.find(tokenDigest("\(other)\(round)")) == nil
                        _ = try transaction.usedTokens.use(
                            UsedToken(digest: tokenDigest("\(own)\(round)"), expiresAt: now))
                        return isFirst
                    }
                }
                let (sid, issuer) = (tokenDigest("sid"), person("1").issuer)
                async let signIn = isFirst(.identity(person("1"), address: nil, sidDigest: sid), "in", "out")
                async let logout = isFirst(.providerSession(issuer: issuer, sidDigest: sid), "out", "in")
                let firsts = try await [signIn, logout]
                hold(firsts.count { $0 } == 1)
            }
        },
        StoreRule("a single-use token is used once until deleted") { store in
            let token = UsedToken(digest: tokenDigest("a"), expiresAt: now)
            let later = UsedToken(digest: tokenDigest("b"), expiresAt: now + .milliseconds(1))
            try await store.write {
                try hold($0.usedTokens.use(token))
                try hold($0.usedTokens.use(later))
                try hold(!$0.usedTokens.use(token))
            }
            try await hold(store.write { try !$0.usedTokens.use(token) })
            try await store.write {
                try hold($0.usedTokens.deleteExpired(at: now - .milliseconds(1), limit: 9) == 0)
                try hold($0.usedTokens.deleteExpired(at: now, limit: 9) == 1)
                try hold($0.usedTokens.use(token))
                try hold(!$0.usedTokens.use(later))
            }
        },
        StoreRule("an extended expiry is the latest") { store in
            let ends = [2, 3, 1].map { UsedToken(digest: tokenDigest("a"), expiresAt: now + .seconds($0)) }
            try await store.write {
                try hold($0.usedTokens.find(ends[0].digest) == nil)
                try hold($0.usedTokens.use(ends[0]))
                for token in ends { try $0.usedTokens.extend(token) }
                try $0.usedTokens.extend(UsedToken(digest: tokenDigest("b"), expiresAt: now))
            }
            try await store.read {
                try hold($0.usedTokens.find(ends[0].digest) == ends[1])
                try hold($0.usedTokens.find(tokenDigest("b"))?.expiresAt == now)
            }
        },
        StoreRule("provider sessions are found by user and session") { store in
            let sid = tokenDigest("sid")
            try await store.write { transaction in
                let owner = account("1")
                try transaction.accounts.insert(owner)
                for (id, subject, digest) in [("a", "x", sid), ("b", "x", nil), ("c", "y", sid)] {
                    try transaction.sessions.insert(session(id, owner))
                    try transaction.providerSessions.insert(
                        ProviderSession(
                            sessionID: rowID(id), issuer: person(subject).issuer, subject: subject, sidDigest: digest,
                            pendingEmail: "new@example.org"))
                }
                try hold(transaction.providerSessions.find(sessionID: rowID("a"))?.sidDigest == sid)
                try hold(transaction.providerSessions.find(sessionID: rowID("d")) == nil)
                let found = try transaction.providerSessions.list(person("x"))
                hold(Set(found.map(\.sessionID)) == Set(rowIDs("a", "b")))
                let named = try transaction.providerSessions.list(issuer: person("x").issuer, sidDigest: sid)
                hold(Set(named.map(\.sessionID)) == Set(rowIDs("a", "c")))
                try hold(transaction.providerSessions.list(issuer: "https://other", sidDigest: sid).isEmpty)
                try transaction.providerSessions.clearPendingEmails(of: person("x"))
                let pending = try ["a", "b", "c"].map { id in
                    try transaction.providerSessions.find(sessionID: rowID(id))?.pendingEmail
                }
                hold(pending == [nil, nil, "new@example.org"])
                try hold(transaction.accounts.claim(address: "new@example.org"))
                try transaction.sessions.insert(session("e", owner))
                try transaction.sessions.deleteAll(accountID: owner.id, notOf: person("x"))
                try hold(Set(transaction.sessions.list(accountID: owner.id).map(\.id)) == Set(rowIDs("a", "b")))
                try transaction.accounts.delete(id: rowID("1"))
                try hold(transaction.providerSessions.list(person("x")).isEmpty)
            }
        },
    ]
}
