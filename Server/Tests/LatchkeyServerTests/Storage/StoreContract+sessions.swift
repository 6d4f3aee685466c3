import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// Session tokens.
    static let tokens = [
        StoreRule("retiring tokens shortens them and keeps refresh tokens") { store in
            try await store.write { transaction in
                let owner = account("1")
                try transaction.accounts.insert(owner)
                for id in ["a", "b"] { try transaction.sessions.insert(session(id, owner)) }
                for (digest, id, kind, seconds) in [
                    ("long", "a", .access, 900), ("short", "a", .access, 10), ("cookie", "a", .cookie, 900),
                    ("refresh", "a", .refresh, 900), ("newer", "a", .refresh, 900), ("other", "b", .access, 900),
                ] as [(String, String, SessionToken.Kind, Int)] {
                    try transaction.sessionTokens.insert(token(digest, id, kind, end: now + .seconds(seconds)))
                }
                try transaction.sessionTokens.retire(sessionID: rowID("a"), end: now + .seconds(60))
                let ends = try ["long", "short", "cookie", "refresh", "other"].map { digest in
                    let token = try #require(try transaction.sessionTokens.find(digest: tokenDigest(digest)))
                    return [(token.expiresAt - now).wholeSeconds, token.countsAsLocked ? 1 : 0]
                }
                #expect(ends == [[60, 1], [10, 1], [60, 1], [900, 0], [900, 0]])
                try hold(
                    transaction.sessionTokens.deleteRefresh(sessionID: rowID("a"), generation: 0)
                        == tokenDigest("newer"))
                try hold(transaction.sessionTokens.deleteRefresh(sessionID: rowID("a"), generation: 0) == nil)
            }
        },
        StoreRule("retiring with a generation deletes only its refresh tokens") { store in
            try await store.write { transaction in
                let owner = account("1")
                try transaction.accounts.insert(owner)
                for id in ["a", "b"] { try transaction.sessions.insert(session(id, owner)) }
                for (digest, id, kind) in [
                    ("access", "a", .access), ("older", "a", .refresh), ("newer", "a", .refresh),
                    ("other", "b", .refresh), ("far", "b", .access),
                ] as [(String, String, SessionToken.Kind)] {
                    try transaction.sessionTokens.insert(token(digest, id, kind, end: now + .hours(1)))
                }
                try transaction.sessionTokens.insert(
                    token("next", "a", .refresh, generation: 1, end: now + .hours(1)))
                let retire = {
                    try transaction.sessionTokens.retire(
                        sessionID: rowID("a"), end: now + .seconds(60), deletingRefresh: 0)
                }
                try hold(retire() == tokenDigest("newer"))
                let left = try ["access", "older", "newer", "next", "other", "far"].map {
                    try transaction.sessionTokens.find(digest: tokenDigest($0))?.countsAsLocked
                }
                #expect(left == [true, nil, nil, false, false, false])
                try hold(retire() == nil)
            }
        },
        StoreRule("a session keeps its newest tokens") { store in
            try await store.write { transaction in
                let owner = account("1")
                try transaction.accounts.insert(owner)
                for id in ["a", "b"] { try transaction.sessions.insert(session(id, owner)) }
                let tokens = ["other", "1", "2", "3", "4", "5"].map {
                    token($0, $0 == "other" ? "b" : "a", .access, end: now + .hours(1))
                }
                try transaction.sessionTokens.insert(tokens[0])
                try transaction.sessionTokens.insert(Array(tokens[1...3]), of: rowID("a"), keeping: 3)
                try transaction.sessionTokens.insert(Array(tokens[4...5]), of: rowID("a"), keeping: 3)
                let left = try tokens.map { try transaction.sessionTokens.find(digest: $0.digest) != nil }
                #expect(left == [true, false, false, true, true, true])
            }
        },
    ]

    /// Callers with the data for a verification.
    static let callers = [
        StoreRule("a caller is found even by an ended token") { store in
            let account = account("1")
            let attempt = Reservation(
                id: rowID("r"), accountID: account.id, sessionID: rowID("other"), reservedAt: now, passcodeVersion: 0,
                lockVersion: 0)
            try await store.write { transaction in
                try transaction.accounts.insert(account)
                try transaction.sessions.insert(session("s", account))
                try transaction.sessionTokens.insert(token("t", "s", .access, end: now - .hours(1)))
            }
            let found = try #require(try await store.caller(tokenDigest: tokenDigest("t")).rows)
            #expect(found.account == account)
            try hold(found.session == session("s", account))
            #expect(found.attempts.isEmpty && found.token.kind == .access && found.token.expiresAt == now - .hours(1))
            try await store.write { try $0.reservations.insert(attempt) }
            try await hold(store.caller(tokenDigest: tokenDigest("t")).rows?.attempts == [attempt])
            try await hold(store.caller(tokenDigest: tokenDigest("u")).rows == nil)
        },
        StoreRule("V1 a write sees earlier writes and its own") {
            store in
            try await store.write { transaction in
                let account = account("1")
                try transaction.accounts.insert(account)
                try transaction.sessions.insert(session("s", account))
                try transaction.sessionTokens.insert(token("t", "s", .access, end: now + .hours(1)))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let isOfToken = number.isMultiple(of: 2)
                        let scope: WriteScope =
                            isOfToken
                            ? .session(tokenDigest: tokenDigest("t"))
                            : .attempt(accountID: rowID("1"), sessionID: rowID("s"))
                        try await store.write(on: scope) { transaction in
                            let find = {
                                let callers = transaction.callers
                                return try isOfToken
                                    ? callers.find(tokenDigest: tokenDigest("t"))?.session
                                    : callers.find(accountID: rowID("1"), sessionID: rowID("s"))?.session
                            }
                            var session = try #require(try find())
                            session.refreshGeneration += 1
                            try transaction.sessions.update(session)
                            try hold(find()?.refreshGeneration == session.refreshGeneration)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await hold(store.read { try $0.sessions.find(id: rowID("s"))?.refreshGeneration } == 20)
        },
        StoreRule("a write can read other callers") { store in
            try await store.write { transaction in
                for id in ["1", "2"] {
                    try transaction.accounts.insert(account(id))
                    try transaction.sessions.insert(session("s" + id, account(id)))
                    try transaction.sessionTokens.insert(token("t" + id, "s" + id, .access, end: now + .hours(1)))
                }
            }
            for scope in [
                WriteScope.session(tokenDigest: tokenDigest("t1")), .session(tokenDigest: tokenDigest("none")),
                .attempt(accountID: rowID("1"), sessionID: rowID("s1")),
                .attempt(accountID: rowID("none"), sessionID: rowID("s1")),
            ] {
                let found = try await store.write(on: scope) {
                    try $0.callers.find(tokenDigest: tokenDigest("t2"))?.account.id
                }
                #expect(found == rowID("2"))
                let other = try await store.write(on: scope) {
                    try $0.callers.find(accountID: rowID("2"), sessionID: rowID("s2"))?.session?.id
                }
                #expect(other == rowID("s2"))
                try await store.write(on: scope) {
                    try hold($0.callers.find(tokenDigest: tokenDigest("none")) == nil)
                    try hold($0.callers.find(accountID: rowID("none"), sessionID: rowID("s1")) == nil)
                    try hold($0.callers.find(accountID: rowID("1"), sessionID: rowID("none"))?.session == nil)
                }
            }
        },
    ]
}
