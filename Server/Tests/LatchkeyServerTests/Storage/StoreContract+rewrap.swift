import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// Key rotation.
    static let rewrap = [
        StoreRule("IDs of accounts and emails are paged") { store in
            try await store.write { transaction in
                for id in ["c", "a", "b"] {
                    try transaction.accounts.insert(account(id))
                    try transaction.outbox.insert(queuedEmail(id))
                }
                try hold(transaction.accounts.ids() == rowIDs("a", "b", "c"))
                try hold(transaction.outbox.ids() == rowIDs("a", "b", "c"))
            }
        },
        StoreRule("postponing an email keeps its new encryption") { store in
            try await store.write { transaction in
                try transaction.outbox.insert(queuedEmail("a"))
                var taken = queuedEmail("a")
                try transaction.outbox.reseal(id: rowID("a"), "new")
                taken.failures = 3
                taken.nextAttemptAt = now + .seconds(1)
                try transaction.outbox.postpone(id: taken.id, until: taken.nextAttemptAt, failures: taken.failures)
                try hold(transaction.outbox.sealedMessage(id: rowID("a")) == "new")
                try hold(transaction.outbox.nextDue(at: now) == nil)
                try hold(transaction.outbox.nextDue(at: now + .seconds(1))?.failures == 3)
                // The row was deleted meanwhile.
                try transaction.outbox.postpone(id: rowID("b"), until: now, failures: 1)
                try transaction.outbox.reseal(id: rowID("b"), "new")
            }
        },
        StoreRule("tokens of other keys are listed by last expiry") { store in
            try await store.write { transaction in
                func insert(_ id: String, _ key: String, _ end: Timestamp) throws {
                    try transaction.oneTimeTokens.insert(
                        OneTimeToken(
                            id: rowID(id), purpose: .notice, email: "a@example.com", accountID: nil, keyID: key,
                            linkDigest: tokenDigest(id), codeDigest: nil, codeAttemptsLeft: 5, aboutPasscode: false,
                            createdAt: now,
                            expiresAt: end))
                }
                try insert("1", "k1", now + .seconds(2))
                try insert("2", "k1", now + .seconds(1))
                try insert("3", "k0", now)
                try insert("4", "k2", now + .days(1))
                try hold(transaction.oneTimeTokens.ends(exceptKey: "k2", after: now) == ["k1": now + .seconds(2)])
            }
        },
        StoreRule("the key check can be replaced") { store in
            try await store.write { transaction in
                try transaction.keyCheck.insert("old")
                try transaction.keyCheck.update("new")
                try hold(transaction.keyCheck.find() == "new")
            }
        },
    ]
}
