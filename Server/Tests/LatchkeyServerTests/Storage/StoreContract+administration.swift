import Testing

@testable import LatchkeyServer

extension StoreContract {
    static func entry(
        _ act: AdministrationAct, of account: String, by actor: String? = "a", at time: Timestamp = now
    ) -> AdministrationEntry {
        AdministrationEntry(
            at: time, act: act, actorID: actor.map(rowID), actorEmail: actor.map { "\($0)@example.com" },
            accountID: rowID(account), accountEmail: "\(account)@example.com", deviceName: nil, ip: nil)
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
