import Testing

@testable import LatchkeyServer

extension StoreContract {
    static func entry(
        _ act: AdministrationAct, of account: String, by actor: String? = "a", at time: Timestamp = now
    ) -> AdministrationEntry {
        AdministrationEntry(
            at: time, act: act, author: actor == nil ? .operator : .administrator, actorID: actor.map(rowID),
            actorEmail: actor.map { "\($0)@example.com" }, accountID: rowID(account),
            accountEmail: "\(account)@example.com", deviceName: nil, ip: nil)
    }

    /// The log of administration, and the number of administrators.
    static let administration = [
        StoreRule("the log of administration has pages, newest first, and outlives accounts") { store in
            // More than nine, so that numbers have two lengths.
            let entries = (0..<12).map { entry(.added, of: "b", by: $0 == 0 ? nil : "a", at: now + .seconds($0)) }
            try await store.write { transaction in
                for entry in entries { try transaction.administration.insert(entry) }
            }
            try await store.read { transaction in
                let first = try transaction.administration.page(before: nil, limit: 10)
                hold(first.compactMap(\.value) == Array(entries[2...].reversed()))
                let rest = try transaction.administration.page(before: Int64(#require(first.last?.key)), limit: 10)
                hold(rest.compactMap(\.value) == Array(entries[..<2].reversed()))
            }
        },
        StoreRule("the log of administration is read by account and by act") { store in
            let entries = [
                entry(.added, of: "b"), entry(.added, of: "c"), entry(.suspended, of: "b"), entry(.resumed, of: "b"),
            ]
            try await store.write { transaction in
                for entry in entries { try transaction.administration.insert(entry) }
            }
            try await store.read { transaction in
                let log = transaction.administration
                let first = try log.page(of: rowID("b"), before: nil, limit: 2)
                hold(first.map(\.value) == [entries[3], entries[2]])
                let before = try Int64(#require(first.last?.key))
                try hold(log.page(of: rowID("b"), before: before, limit: 2).map(\.value) == [entries[0]])
                try hold(log.page(of: .added, before: nil, limit: 9).map(\.value) == [entries[1], entries[0]])
            }
        },
        StoreRule("accounts are listed by address and state, with their sessions") { store in
            var accounts = ["a", "b", "c", "d", "e"].map { account($0) }
            accounts[0].passcodeHash = "hash"
            accounts[1].suspendedAt = now
            accounts[2].requireReset()
            accounts[3].requireReset()
            accounts[3].failures = AttemptPolicy.perAccount
            try await store.write { [accounts] transaction in
                for account in accounts.reversed() { try transaction.accounts.insert(account) }
                var recent = try session("2", accounts[0], at: now + .minutes(1))
                recent.lastActiveAt = now + .minutes(2)
                for session in [try session("1", accounts[0]), recent] { try transaction.sessions.insert(session) }
            }
            let all = PersonRows.Place(first: "", end: "~", limit: 9)
            try await store.read { [accounts] transaction in
                let people = transaction.people
                let rows = try people.page(at: all, now: now, begunAfter: now - .days(1))
                hold(rows.map(\.email) == accounts.map(\.email) && rows.map(\.account) == accounts)
                hold(rows.map(\.devices) == [2, 0, 0, 0, 0])
                hold(rows.map(\.lastActiveAt) == [now + .minutes(2), nil, nil, nil, nil])
                // A session that has ended under the rules, or at its own end.
                try hold(people.page(at: all, now: now, begunAfter: now)[0].devices == 1)
                try hold(people.page(at: all, now: now + .days(30), begunAfter: now - .days(1))[0].devices == 1)
                let part = PersonRows.Place(first: "b@example.com", end: "d", limit: 9)
                try hold(people.page(at: part, now: now, begunAfter: now).map(\.email) == accounts[1...2].map(\.email))
                for (state, account) in zip(
                    [AccountState.passcodeSet, .suspended, .resetRequired, .lockedOut, .noPasscode], accounts)
                {
                    hold(account.state == state)
                    let found = try people.page(of: state, at: all, now: now, begunAfter: now)
                    hold(found.map(\.email) == [account.email])
                    try hold(people.count(of: state, limit: 9) == 1 && people.count(of: state, limit: 0) == 0)
                    // It can be read.
                    try hold(transaction.accounts.addressIfUnreadable(id: account.id) == nil)
                }
            }
        },
        StoreRule("accounts without a usable unlock key are counted") { store in
            let accounts = ["a", "b", "c", "d", "e", "f"].map { id in
                var account = StoreContract.account(id)
                if id != "f" { account.passcodeHash = "hash" }
                for _ in 0..<3 { account.changePasscodeVersion() }
                return account
            }
            try await store.write { transaction in
                for account in accounts { try transaction.accounts.insert(account) }
                for id in ["1", "2"] { try transaction.unlockKeys.insert(unlockKey(id, accounts[0])) }
                var pending = unlockKey("3", accounts[1])
                pending.tagDigest = nil
                try transaction.unlockKeys.insert(pending)
                try transaction.unlockKeys.insert(unlockKey("4", accounts[2]))
                try transaction.unlockKeys.destroy(id: rowID("4"))
                var changed = try #require(try transaction.accounts.find(id: accounts[3].id))
                try transaction.unlockKeys.insert(unlockKey("5", changed))
                changed.changePasscodeVersion()
                try transaction.accounts.update(changed)
                try hold(transaction.people.countWithoutDevice(limit: 9) == 4)
                // Of "a" and "b".
                try hold(transaction.people.countWithoutDevice(limit: 2) == 1)
            }
        },
        StoreRule("old entries of the log of administration are deleted") { store in
            try await store.write { transaction in
                for seconds in 0..<3 {
                    try transaction.administration.insert(entry(.added, of: "b", at: now + .seconds(seconds)))
                }
                try hold(transaction.administration.delete(upTo: now + .seconds(1), limit: 1) == 1)
                try hold(transaction.administration.delete(upTo: now + .seconds(1), limit: 9) == 1)
                let left = try transaction.administration.page(before: nil, limit: 9)
                hold(left.map(\.value?.at) == [now + .seconds(2)])
            }
        },
        StoreRule("other administrators are found unless they are suspended") { store in
            try await store.write { transaction in
                var (ann, bob) = (account("1"), account("2"))
                ann.role = .administrator
                for account in [ann, bob, account("3")] { try transaction.accounts.insert(account) }
                _ = try transaction.accounts.find(id: bob.id)
                try hold(transaction.accounts.claimAdministrators())
                try hold(!transaction.accounts.hasAdministrator(except: ann.id))
                try hold(transaction.accounts.hasAdministrator(except: bob.id))
                bob.role = .administrator
                try transaction.accounts.update(bob)
                try hold(transaction.accounts.hasAdministrator(except: ann.id))
                bob.suspendedAt = now
                try transaction.accounts.update(bob)
                try hold(!transaction.accounts.hasAdministrator(except: ann.id))
            }
        },
    ]
}
