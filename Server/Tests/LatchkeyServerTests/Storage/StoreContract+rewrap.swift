import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// What the rotation of keys needs.
    static let rewrap = [
        StoreRule("the ids of all accounts and mails are known, in order") { store in
            try await store.write { repositories in
                for id in ["c", "a", "b"] {
                    try repositories.accounts.insert(account(id))
                    try repositories.outbox.insert(mail(id))
                }
                try hold(repositories.accounts.ids() == ["a", "b", "c"])
                try hold(repositories.outbox.ids() == ["a", "b", "c"])
            }
        },
        StoreRule("a worker that postpones a mail does not bring its old encryption back") { store in
            try await store.write { repositories in
                try repositories.outbox.insert(mail("a"))
                var taken = mail("a")
                try repositories.outbox.reseal(id: "a", "new")
                taken.failures = 3
                taken.nextAttemptAt = now + .seconds(1)
                try repositories.outbox.update(taken)
                try hold(repositories.outbox.sealedMessage(id: "a") == "new")
                try hold(repositories.outbox.nextDue(at: now) == nil)
                try hold(repositories.outbox.nextDue(at: now + .seconds(1))?.failures == 3)
                // Gone meanwhile.
                try repositories.outbox.update(mail("b"))
                try repositories.outbox.reseal(id: "b", "new")
            }
        },
        StoreRule("the tokens of other keys that are still good are known by their last end") { store in
            try await store.write { repositories in
                func insert(_ id: String, _ key: String, _ end: Timestamp) throws {
                    try repositories.oneTimeTokens.insert(
                        OneTimeToken(
                            id: id, purpose: .notice, email: "a@example.com", accountID: nil, keyID: key,
                            linkDigest: id, codeDigest: nil, codeTries: 5, aboutPasscode: false, createdAt: now,
                            expiresAt: end))
                }
                try insert("1", "k1", now + .seconds(2))
                try insert("2", "k1", now + .seconds(1))
                try insert("3", "k0", now)
                try insert("4", "k2", now + .days(1))
                try hold(repositories.oneTimeTokens.ends(exceptKey: "k2", after: now) == ["k1": now + .seconds(2)])
            }
        },
        StoreRule("the row that checks the keys can be replaced") { store in
            try await store.write { repositories in
                try repositories.keyCheck.insert("old")
                try repositories.keyCheck.update("new")
                try hold(repositories.keyCheck.find() == "new")
            }
        },
    ]
}
