import Foundation
import Testing

@testable import LatchkeyServer

extension StoreContract {
    static let passkeys = [
        StoreRule("passkeys are stored, listed, renamed, used and removed") { store in
            let (ann, bob) = (account("1"), account("2"))
            let old = passkey("z", ann)
            let new = passkey("a", ann, at: now + .milliseconds(1))
            try await store.write { transaction in
                for account in [ann, bob] { try transaction.accounts.insert(account) }
                for passkey in [new, old, passkey("b", bob)] { try transaction.passkeys.insert(passkey) }
            }
            try await store.write { transaction in
                try hold(transaction.passkeys.list(accountID: ann.id).map(\.value) == [old, new])
                try hold(transaction.passkeys.find(id: old.id) == old)
                try hold(transaction.passkeys.find(credentialID: new.credentialID) == new)
                try hold(transaction.passkeys.find(credentialID: Data([0])) == nil)
                try hold(transaction.passkeys.find(id: rowID("y")) == nil)
                try hold(transaction.passkeys.count(accountID: ann.id) == 2)
                try transaction.passkeys.rename(id: old.id, to: "é")
                try transaction.passkeys.noteUse(id: old.id, counter: 7, at: now + .seconds(1))
                try transaction.passkeys.reseal(id: old.id, "new")
            }
            try await store.write { transaction in
                let used = try #require(try transaction.passkeys.find(id: old.id))
                hold(used.name == "é" && used.counter == 7 && used.lastUsedAt == now + .seconds(1))
                hold(used.publicKey == "new" && used.credentialID == old.credentialID)
                try hold(transaction.passkeys.find(id: new.id) == new)
                try hold(!transaction.passkeys.delete(id: old.id, accountID: bob.id))
                try hold(transaction.passkeys.delete(id: old.id, accountID: ann.id))
                try hold(!transaction.passkeys.delete(id: old.id, accountID: ann.id))
                let first = try transaction.passkeys.ids(after: nil, limit: 1)
                let rest = try transaction.passkeys.ids(after: first.next, limit: 9)
                hold(Set(first.rows + rest.rows) == Set(rowIDs("a", "b")))
                try transaction.passkeys.deleteAll(accountID: ann.id)
                try hold(transaction.passkeys.count(accountID: ann.id) == 0)
                try hold(transaction.passkeys.count(accountID: bob.id) == 1)
                try transaction.accounts.delete(id: bob.id)
                try hold(transaction.passkeys.find(id: rowID("b")) == nil)
            }
        },
        StoreRule("a credential is unique, and an account has ten passkeys") { store in
            try await store.write { transaction in
                try transaction.accounts.insert(account("1"))
                try transaction.passkeys.insert(passkey("a", account("1")))
            }
            await #expect(throws: StoreError.self) {
                try await store.write {
                    var copy = passkey("a", account("1"))
                    copy = Passkey(
                        id: rowID("b"), accountID: copy.accountID, credentialID: copy.credentialID,
                        algorithm: copy.algorithm, publicKey: copy.publicKey, counter: 0, name: copy.name,
                        transports: [], createdAt: now, lastUsedAt: nil)
                    try $0.passkeys.insert(copy)
                }
            }
            await #expect(throws: InvalidRowError.self) {
                try await store.write {
                    var ann = try #require(try $0.accounts.find(id: rowID("1")))
                    ann.setPasskeyCount(11)
                    try $0.accounts.update(ann)
                }
            }
        },
        StoreRule("challenges are stored, and passkeys end with the passcode") { store in
            let ann = account("1")
            try await store.write { transaction in
                var ann = ann
                ann.setPasskeyCount(1)
                try transaction.accounts.insert(ann)
                try transaction.passkeys.insert(passkey("a", ann))
                try transaction.sessions.insert(session("s", ann))
                var stored = try #require(try transaction.sessions.find(id: rowID("s")))
                stored.challenge = PendingChallenge(digest: Data(repeating: 255, count: 32), expiresAt: now)
                stored.passkeyVerifiedAt = now
                try transaction.sessions.update(stored)
                try hold(transaction.sessions.find(id: rowID("s")) == stored)
                ann.changePasscodeVersion(keepingPasskeys: true)
                _ = try transaction.accounts.find(id: ann.id)
                try transaction.accounts.update(ann)
                try hold(transaction.accounts.find(id: ann.id) == ann && ann.keepsPasskeys)
                try hold(transaction.passkeys.count(accountID: ann.id) == 1)
                ann.changePasscodeVersion()
                try transaction.accounts.update(ann)
                try hold(transaction.passkeys.count(accountID: ann.id) == 0)
                try hold(transaction.accounts.find(id: ann.id)?.passkeyCount == 0)
            }
        },
    ]
}
