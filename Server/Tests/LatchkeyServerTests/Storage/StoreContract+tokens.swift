import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension StoreContract {
    /// Emailed links and codes.
    static let oneTimeTokens = [
        StoreRule("the newest token of a purpose is current") {
            store in
            try await store.write { transaction in
                for (id, purpose) in [("1", .signIn), ("2", .signIn), ("3", .reset)] as [(String, EmailPurpose)] {
                    try transaction.oneTimeTokens.insert(oneTime(id, purpose))
                }
                try hold(transaction.oneTimeTokens.current(email: "a@example.com", purpose: .signIn)?.id == rowID("2"))
                try hold(
                    transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-1"), purpose: .signIn)?.id
                        == rowID("1"))
                try hold(transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-1"), purpose: .reset) == nil)
                try transaction.oneTimeTokens.deleteAll(email: "a@example.com", purpose: .signIn)
                try hold(transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-1"), purpose: .signIn) == nil)
                try hold(transaction.oneTimeTokens.current(email: "a@example.com", purpose: .reset)?.id == rowID("3"))
            }
        },
        StoreRule("a wrong code counts only for its token") { store in
            try await store.write { transaction in
                let tokens = transaction.oneTimeTokens
                try tokens.insert(oneTime("1", .signIn))
                try tokens.insert(oneTime("2", .reset))
                for _ in 0..<7 { try tokens.countWrongCode(of: nil) }
                try tokens.countWrongCode(of: rowID("1"))
                try tokens.countWrongCode(of: rowID("3"))
                try hold(tokens.current(email: "a@example.com", purpose: .signIn)?.codeAttemptsLeft == 4)
                try hold(tokens.current(email: "a@example.com", purpose: .reset)?.codeAttemptsLeft == 5)
                try hold(tokens.ends(exceptKey: "k1", after: Timestamp(milliseconds: 0)).isEmpty)
            }
        },
        StoreRule("an account's tokens outlive it without their address") { store in
            try await store.write { transaction in
                let owner = account("1", email: "a@example.com")
                try transaction.accounts.insert(owner)
                try transaction.oneTimeTokens.insert(oneTime("n", .notice, account: "1"))
                try transaction.oneTimeTokens.forgetAddress(accountID: rowID("1"))
                try transaction.accounts.delete(id: rowID("1"))
                let token = try transaction.oneTimeTokens.find(linkDigest: tokenDigest("link-n"), purpose: .notice)
                hold(token != nil && token?.accountID == nil && token?.email == "")
            }
        },
    ]
}
