import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// The cleanup of a backup.
    static let restore = [
        StoreRule("all sessions are deleted, accounts are kept") { store in
            try await store.write { transaction in
                for id in ["1", "2"] {
                    let owner = account(id)
                    try transaction.accounts.insert(owner)
                    try transaction.sessions.insert(session("s" + id, owner))
                    try transaction.sessionTokens.insert(token("t" + id, "s" + id, .refresh, end: now))
                }
                try hold(transaction.sessions.deleteAll() == 2)
                try hold(transaction.accounts.all().count == 2)
                try hold(transaction.sessions.list(accountID: rowID("1")).isEmpty)
                try hold(transaction.sessions.list(accountID: rowID("2")).isEmpty)
                try hold(transaction.sessionTokens.find(digest: tokenDigest("t1")) == nil)
                try hold(transaction.sessionTokens.find(digest: tokenDigest("t2")) == nil)
            }
        },
        StoreRule("tokens of a purpose are deleted with their emails") { store in
            try await store.write { transaction in
                for (id, purpose) in [("1", .signIn), ("2", .reset), ("3", .signIn)] as [(String, EmailPurpose)] {
                    try transaction.oneTimeTokens.insert(oneTime(id, purpose))
                }
                for (id, purpose) in [("1", .signIn), ("2", .reset), ("4", .reset)] as [(String, EmailPurpose)] {
                    try transaction.outbox.insert(queuedEmail(id, purpose))
                }
                try transaction.outbox.deleteAll(purpose: .signIn)
                try hold(transaction.outbox.ids() == rowIDs("2", "4"))
                try transaction.oneTimeTokens.deleteAll(purpose: .signIn)
                try hold(transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-1"), purpose: .signIn) == nil)
                try hold(transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-3"), purpose: .signIn) == nil)
                try hold(transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-2"), purpose: .reset) != nil)
            }
        },
    ]
}
