import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// What a backup is rid of.
    static let restore = [
        StoreRule("all sessions go with their tokens, and the accounts stay") { store in
            try await store.write { repositories in
                for id in ["1", "2"] {
                    let owner = account(id)
                    try repositories.accounts.insert(owner)
                    try repositories.sessions.insert(session("s" + id, owner))
                    try repositories.sessionTokens.insert(token("t" + id, "s" + id, .refresh, end: now))
                }
                try repositories.sessions.deleteAll()
                try hold(repositories.accounts.all().count == 2)
                try hold(repositories.sessions.list(accountID: "1").isEmpty)
                try hold(repositories.sessions.list(accountID: "2").isEmpty)
                try hold(repositories.sessionTokens.find(digest: "t1") == nil)
                try hold(repositories.sessionTokens.find(digest: "t2") == nil)
            }
        },
        StoreRule("the tokens of a purpose go, and the mails that bear them; others stay") { store in
            try await store.write { repositories in
                for (id, purpose) in [("1", .signIn), ("2", .reset), ("3", .signIn)] as [(String, MailPurpose)] {
                    try repositories.oneTimeTokens.insert(oneTime(id, purpose))
                }
                for id in ["1", "2", "4"] { try repositories.outbox.insert(mail(id)) }
                try repositories.outbox.deleteAll(purpose: .signIn)
                try hold(repositories.outbox.ids() == ["2", "4"])
                try repositories.oneTimeTokens.deleteAll(purpose: .signIn)
                try hold(repositories.oneTimeTokens.find(linkDigest: "link-1", purpose: .signIn) == nil)
                try hold(repositories.oneTimeTokens.find(linkDigest: "link-3", purpose: .signIn) == nil)
                try hold(repositories.oneTimeTokens.find(linkDigest: "link-2", purpose: .reset) != nil)
            }
        },
    ]
}
