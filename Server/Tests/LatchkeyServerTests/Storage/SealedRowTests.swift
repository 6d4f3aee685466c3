import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct SealedRowTests {
    @Test("V7 NIST-3.1.1.2-32 records cannot be decrypted with other keys")
    func recordsCannotBeDecryptedWithOtherKeys() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let email = try await server.signInEmail("ann@example.com")
            let id = try await server.account().id
            let account = try await server.account()
            let other = try SecretKeys(parsing: "k1:\(Data(repeating: 7, count: 32).base64EncodedString())")
            let records = PasscodeRecordSealer(sealer: Sealer(keys: other), random: SystemRandomSource())
            #expect(throws: SealError.notAuthentic) { try records.hash(of: account) }
            var copy = account
            #expect(throws: SealError.notAuthentic) { try records.recoveryKey(of: &copy) }
            let tokens = OneTimeTokens(random: SystemRandomSource(), digester: TokenDigester(keys: other))
            try await server.dependencies.store.write { transaction in
                for proof in [
                    OneTimeProof.link(token: email.token ?? ""), .code(email.code ?? "", email: "ann@example.com"),
                ] {
                    #expect(throws: Problem.self) {
                        try tokens.find(proof, purpose: .signIn, in: transaction)
                    }
                }
            }
            #expect(session.user.id == id)
        }
    }

    @Test("V7 a sealed record is invalid in another account's row", arguments: ["hash", "recovery key"])
    func aSealedRecordIsInvalidInAnotherAccountsRow(record: String) async throws {
        try await TestServer.run { server in
            let ann = try await server.signInWithPasscode()
            _ = try await server.signInWithPasscode("eve@example.com")
            let eve = try await server.account("eve@example.com")
            try await server.dependencies.store.write { transaction in
                var account = try #require(try transaction.accounts.find(email: "ann@example.com"))
                if record == "hash" {
                    (account.passcodeHash, account.passcodeSalt) = (eve.passcodeHash, eve.passcodeSalt)
                } else {
                    account.recoveryKey = eve.recoveryKey
                }
                try transaction.accounts.update(account)
            }
            let response = try await server.verify(TestServer.passcode, ann)
            #expect(response.problem == "internal-error")
            #expect(!response.text.contains("v1."))
        }
    }
}
