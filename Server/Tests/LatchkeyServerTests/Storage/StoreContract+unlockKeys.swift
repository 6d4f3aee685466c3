import Foundation
import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// Returns the number of keys that are not destroyed.
    private static func live(in transaction: Transaction) throws -> Int {
        try transaction.unlockKeys.page(after: nil, limit: 9).rows.count { $0.value?.isShut == false }
    }

    static let unlockKeys = [
        StoreRule("unlock keys are stored, listed, updated and destroyed") { store in
            let (ann, bob) = (account("1"), account("2"))
            let old = unlockKey("z", ann)
            var new = unlockKey("a", ann, at: now + .milliseconds(1))
            (new.replaces, new.tagDigest, new.lastUsedAt) = (nil, nil, nil)
            (new.attemptedAt, new.attemptID, new.inputDigest, new.failures) = (nil, nil, nil, 0)
            let fresh = new
            try await store.write { transaction in
                for account in [ann, bob] { try transaction.accounts.insert(account) }
                for key in [fresh, old, unlockKey("b", bob)] { try transaction.unlockKeys.insert(key) }
            }
            try await store.write { transaction in
                try hold(transaction.unlockKeys.list(accountID: ann.id).map(\.value) == [old, fresh])
                try hold(transaction.unlockKeys.find(tokenDigest: tokenDigest("slot-z")) == old)
                try hold(transaction.unlockKeys.find(tokenDigest: tokenDigest("slot-y")) == nil)
                var key = try #require(try transaction.unlockKeys.find(id: fresh.id))
                key.tagDigest = tokenDigest("tag")
                key.count(rowID("t"), tokenDigest("input"), at: now)
                try transaction.unlockKeys.update(key)
                try hold(transaction.unlockKeys.find(id: fresh.id) == key)
                try hold(live(in: transaction) == 3)
                try transaction.unlockKeys.destroy(id: key.id)
                // An update does not restore it.
                key.failures = 5
                try transaction.unlockKeys.update(key)
                let destroyed = try #require(try transaction.unlockKeys.find(id: key.id))
                hold(destroyed.isShut && destroyed.failures == 5)
                try transaction.unlockKeys.reseal(id: key.id, "sealed", to: "new")
                try hold(transaction.unlockKeys.find(id: key.id)?.isShut == true)
                try transaction.unlockKeys.reseal(id: old.id, "sealed", to: "new")
                try hold(transaction.unlockKeys.find(id: old.id)?.privateKey == "new")
                let first = try transaction.unlockKeys.ids(after: nil, limit: 1)
                let rest = try transaction.unlockKeys.ids(after: first.next, limit: 9)
                hold(Set(first.rows + rest.rows) == Set(rowIDs("z", "a", "b")))
            }
            try await store.write { transaction in
                try transaction.unlockKeys.destroyAll(accountID: ann.id)
                try hold(live(in: transaction) == 1)
                try transaction.unlockKeys.deleteUnusable(accountID: ann.id, passcodeVersion: 3, keeping: 1)
                try hold(transaction.unlockKeys.list(accountID: ann.id).map(\.value?.id) == [fresh.id])
                // An older key for the present passcode stays; one for an earlier passcode does not.
                try transaction.unlockKeys.insert(old)
                try transaction.unlockKeys.deleteUnusable(accountID: ann.id, passcodeVersion: 3, keeping: 0)
                try hold(transaction.unlockKeys.list(accountID: ann.id).map(\.value?.id) == [old.id])
                try transaction.unlockKeys.deleteUnusable(accountID: ann.id, passcodeVersion: 4, keeping: 0)
                try hold(transaction.unlockKeys.list(accountID: ann.id).isEmpty)
                try transaction.unlockKeys.insert(old)
                try transaction.unlockKeys.delete(id: old.id)
                try hold(transaction.unlockKeys.list(accountID: ann.id).isEmpty)
                try transaction.accounts.delete(id: bob.id)
                try hold(live(in: transaction) == 0)
            }
        },
        StoreRule("spent and unconfirmed keys are found by their time") { store in
            let ann = account("1")
            var (spent, pending) = (unlockKey("a", ann), unlockKey("b", ann))
            spent.failures = 10
            pending.tagDigest = nil
            let keys = [spent, pending, unlockKey("c", ann)]
            try await store.write { transaction in
                try transaction.accounts.insert(ann)
                for key in keys { try transaction.unlockKeys.insert(key) }
                try hold(transaction.unlockKeys.spent(upTo: now - .milliseconds(1), limit: 9).isEmpty)
                let found = try transaction.unlockKeys.spent(upTo: now, limit: 9)
                hold(found.map(\.id) == [keys[0].id] && found.map(\.accountID) == [ann.id])
                try hold(transaction.unlockKeys.deletePending(upTo: now - .milliseconds(1), limit: 9) == 0)
                try hold(transaction.unlockKeys.deletePending(upTo: now, limit: 9) == 1)
                try transaction.unlockKeys.destroyAll()
                try hold(live(in: transaction) == 0)
                try hold(transaction.unlockKeys.spent(upTo: now, limit: 9).isEmpty)
            }
        },
        StoreRule("unlock keys end with a required reset") { store in
            let ann = account("1")
            try await store.write { transaction in
                try transaction.accounts.insert(ann)
                try transaction.unlockKeys.insert(unlockKey("a", ann))
                var stored = try #require(try transaction.accounts.find(id: ann.id))
                try transaction.accounts.update(stored)
                try hold(live(in: transaction) == 1)
                stored.requireReset()
                try transaction.accounts.update(stored)
                try hold(live(in: transaction) == 0)
            }
        },
    ]
}
