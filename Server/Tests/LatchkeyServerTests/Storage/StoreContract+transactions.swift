import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension StoreContract {
    private struct Stop: Error {}

    static let transactions = [
        StoreRule("a write that throws leaves nothing") { store in
            await #expect(throws: Stop.self) {
                try await store.write { transaction in
                    try transaction.accounts.insert(account("1"))
                    throw Stop()
                }
            }
            await #expect(throws: Problem.self) {
                try await store.write { transaction in
                    try transaction.accounts.insert(account("1"))
                    throw Problem(.locked)
                }
            }
            try await hold(store.read { try $0.accounts.all().isEmpty })
        },
        StoreRule("V2 writes before a rejection are kept where required") {
            store in
            await #expect(throws: Problem.self) {
                try await store.writeEvenIfRejected(on: .all) { transaction in
                    try transaction.accounts.insert(account("1"))
                    throw Problem(.locked)
                }
            }
            await #expect(throws: Stop.self) {
                try await store.writeEvenIfRejected(on: .all) { transaction in
                    try transaction.accounts.insert(account("2"))
                    throw Stop()
                }
            }
            try await hold(store.read { try $0.accounts.ids() } == rowIDs("1"))
        },
        StoreRule("V1 two concurrent writers lose nothing") { store in
            try await store.write { try $0.accounts.insert(account("1")) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await store.write { transaction in
                            var account = try #require(try transaction.accounts.find(id: rowID("1")))
                            account.changePasscodeVersion()
                            try transaction.accounts.update(account)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await hold(store.read { try $0.accounts.find(id: rowID("1"))?.passcodeVersion } == 50)
        },
        StoreRule("the gate reads the latest data concurrently") { store in
            let owner = account("1")
            try await store.write { transaction in
                try transaction.accounts.insert(owner)
                try transaction.sessions.insert(session("s", owner))
                try transaction.sessionTokens.insert(token("t", "s", .access, end: now + .hours(1)))
            }
            for count in 1...20 {
                try await store.write { try $0.sessions.touch(id: rowID("s"), at: now + .seconds(count)) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            let found = try await store.gateSession(
                                tokenDigest: tokenDigest("t"), settleWithin: .seconds(10))
                            try hold(#require(found).session.lastActiveAt == now + .seconds(count))
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try await hold(store.gateSession(tokenDigest: tokenDigest("u"), settleWithin: .seconds(10)) == nil)
        },
        StoreRule("commit actions run once after the commit") { store in
            let done = Shared(0)
            try await store.write { transaction in
                transaction.afterCommit { done.change { $0 += 1 } }
                #expect(done.value == 0)
            }
            #expect(done.value == 1)
            await #expect(throws: Stop.self) {
                try await store.write { transaction in
                    transaction.afterCommit { done.change { $0 += 1 } }
                    throw Stop()
                }
            }
            #expect(done.value == 1)
        },
        StoreRule("a write covers only free addresses") { store in
            try await store.write(on: .freeAddresses(["a@example.com"])) { transaction in
                hold(transaction.covers("a@example.com") && !transaction.covers("b@example.com"))
            }
        },
        StoreRule("a reserved email is not reserved again") { store in
            try await store.write { try $0.outbox.insert(queuedEmail("a")) }
            let claims = try await withThrowingTaskGroup(of: StoredRow<QueuedEmail>?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await store.write(on: .queue) { transaction in
                            try transaction.outbox.claimDue(
                                at: now, until: now + .seconds(3), isNotice: false, except: [])
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(claims.compactMap { $0?.value?.id } == rowIDs("a"))
            // The row is unchanged, for a server that cannot send it and releases it.
            #expect(claims.compactMap { $0?.value?.nextAttemptAt } == [now])
            try await hold(store.read { try $0.outbox.nextDue(at: now + .seconds(3))?.id } == rowID("a"))
        },
        StoreRule("V2 a write survives the cancellation of its task") { store in
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await store.write { try $0.accounts.insert(account("1")) }
            }
            task.cancel()
            try await task.value
            try await hold(store.read { try $0.accounts.find(id: rowID("1")) != nil })
        },
        StoreRule("a sweep deletes exactly sessions that started too early") { store in
            try await store.write { transaction in
                let owner = account("1")
                try transaction.accounts.insert(owner)
                for (id, time) in [("good", now + .milliseconds(1)), ("over", now)] {
                    try transaction.sessions.insert(session(id, owner, at: time))
                    try transaction.sessionTokens.insert(token(id, id, .access, end: now + .days(1)))
                }
                try hold(transaction.sessions.deleteBegun(upTo: now, limit: 0) == 0)
                try hold(transaction.sessions.deleteBegun(upTo: now, limit: 99) == 1)
                try hold(transaction.sessions.list(accountID: rowID("1")).map(\.id) == rowIDs("good"))
                try hold(transaction.sessionTokens.find(digest: tokenDigest("over")) == nil)
                try hold(transaction.sessionTokens.find(digest: tokenDigest("good")) != nil)
            }
        },
        StoreRule("a sweep deletes exactly expired rows") { store in
            let (over, good) = (now, now + .milliseconds(1))
            try await store.write { transaction in
                let owner = account("1")
                try transaction.accounts.insert(owner)
                for (id, end) in [("good", good), ("over", over)] {
                    try transaction.sessions.insert(session(id, owner, at: end - TeamRules().sessionLifetime))
                    try transaction.sessionTokens.insert(token(id, "good", .access, end: end))
                    try transaction.oneTimeTokens.insert(oneTime(id, .signIn, end: end))
                    try transaction.outbox.insert(queuedEmail(id, due: now - .hours(1), end: end))
                    try transaction.activity.insert(event("1", at: end))
                }
                _ = try transaction.sessionTokens.deleteExpired(at: now, limit: 99)
                _ = try transaction.sessions.deleteExpired(at: now, limit: 99)
                _ = try transaction.oneTimeTokens.deleteExpired(at: now, limit: 99)
                _ = try transaction.outbox.deleteExpired(at: now, limit: 99)
                _ = try transaction.activity.delete(upTo: now, limit: 99)
                try hold(transaction.sessions.list(accountID: rowID("1")).map(\.id) == rowIDs("good"))
                try hold(transaction.sessionTokens.find(digest: tokenDigest("over")) == nil)
                try hold(transaction.sessionTokens.find(digest: tokenDigest("good")) != nil)
                try hold(transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-over"), purpose: .signIn) == nil)
                try hold(transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-good"), purpose: .signIn) != nil)
                try hold(transaction.outbox.nextDue(at: now)?.id == rowID("good"))
                let events = try transaction.activity.page(accountID: rowID("1"), before: nil, limit: 9)
                #expect(events.map(\.value?.at) == [good])
            }
        },
        StoreRule("activity is paged with unique numbers") { store in
            try await store.write { transaction in
                for id in ["1", "2"] { try transaction.accounts.insert(account(id)) }
                let activity = transaction.activity
                func newest(before: Int64? = nil, _ limit: Int) throws -> [Int64] {
                    try activity.page(accountID: rowID("1"), before: before, limit: limit).compactMap(\.value?.id)
                }
                for _ in 0..<5 { try activity.insert(event("1")) }
                try activity.insert(event("2"))
                let ids = try newest(9)
                #expect(ids == ids.sorted().reversed() && Set(ids).count == 5)
                try hold(newest(2) == [ids[0], ids[1]])
                try hold(newest(before: ids[1], 9) == [ids[2], ids[3], ids[4]])
                try hold(activity.page(accountID: rowID("1"), before: nil, limit: 1).map(\.key) == ["\(ids[0])"])
                try hold(activity.page(accountID: rowID("1"), before: nil, limit: 1)[0].value?.deviceName == "ü")
                _ = try activity.delete(upTo: now, limit: 99)
                try activity.insert(event("1"))
                // The other account's event is between them.
                try hold(newest(9).map { $0 > ids[0] + 1 } == [true])
            }
        },
        StoreRule("the key check is stored once") { store in
            try await hold(store.read { try $0.keyCheck.find() } == nil)
            try await store.write { try $0.keyCheck.insert("one") }
            try await store.write { try $0.keyCheck.insert("two") }
            try await hold(store.read { try $0.keyCheck.find() } == "one")
            try await store.ping()
        },
    ]
}
