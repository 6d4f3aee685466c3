import Foundation
import HTTPTypes
import LatchkeyAPI
import LatchkeyPasskeys
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Invalid database content about passkeys.
@Suite struct PasskeyDamageTests {
    @Test(
        "V15 a damaged passkey affects only itself, logged once",
        arguments: [
            ("public_key", "'v1.k0.AAAA'"), ("algorithm", "'rot13'"), ("counter", "-1"), ("counter", "4294967296"),
            ("transports", "'[7]'"), ("transports", "'[\"teleport\"]'"), ("created_at", "-1"), ("last_used_at", "-1"),
        ])
    func aDamagedPasskeyAffectsOnlyItselfLoggedOnce(column: String, value: String) async throws {
        try await TestServer.run { server in
            let (session, damaged) = try await server.signInWithPasskey()
            let token = session.accessToken
            let other = server.newPasskey()
            _ = try await server.add(other, name: "Other", bearer: token)
            let id = try #require(try await server.listPasskeys(session).first?.id)
            let challenge = try await server.challenge(TestServer.unlock, bearer: token)
            let rowID = TestStore.current == .postgres ? "'\(id)'::uuid" : "'\(id)'"
            try await server.database.damage("passkeys.\(column)", to: value, where: "id = \(rowID)")
            for _ in 0..<2 {
                let response = try await server.post(
                    TestServer.unlock, damaged.body(damaged.assert(challenge)), bearer: token)
                #expect(response.problem == "internal-error")
                #expect(!response.text.contains("v1."))
            }
            // A record that cannot be decrypted is detected when it is used.
            let names = try await server.listPasskeys(session).map(\.name)
            #expect(names == (column == "public_key" ? ["Laptop", "Other"] : ["Other"]))
            _ = try await server.listPasskeys(session)
            let page = await server.metrics()
            #expect(page.contains(#"latchkey_unreadable_rows_total{table="passkeys"} 1"#))
            let opened = try await server.unlock(by: other, bearer: token).session()
            let verified = try await server.verify(TestServer.passcode, opened).session()
            // The owner can remove the damaged passkey.
            let path = "\(TestServer.passkeys)/\(id)"
            #expect(try await server.send(.delete, path, bearer: verified.accessToken).status == 204)
            #expect(try await server.account().passkeyCount == 1)
        }
    }

    @Test(
        "V7 V17 ASVS-6.7.1 a public key sealed for another passkey unlocks nothing",
        arguments: [0, 1, 2])
    func aPublicKeySealedForAnotherPasskeyUnlocksNothing(part: Int) async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let (_, evil) = try await server.signInWithPasskey("eve@example.com")
            let token = session.accessToken
            try await server.lock(session)
            let eves = try #require(try await server.storedPasskeys("eve@example.com").first)
            try await server.dependencies.store.write { transaction in
                _ = try transaction.passkeys.delete(id: eves.id, accountID: eves.accountID)
            }
            // An attacker with write access to the database adds a key to the account.
            try await server.replacePasskey { old in
                Passkey(
                    id: old.id, accountID: old.accountID,
                    credentialID: part == 0 ? eves.credentialID : old.credentialID,
                    algorithm: part == 2 ? .eddsa : old.algorithm,
                    publicKey: part == 2 ? old.publicKey : eves.publicKey,
                    counter: 0, name: old.name, transports: [], createdAt: old.createdAt, lastUsedAt: nil)
            }
            let used = TestPasskey(
                part == 2 ? passkey.key : evil.key,
                credentialID: part == 0 ? evil.credentialID : passkey.credentialID,
                relyingPartyID: "localhost", origin: TestServer.origin)
            #expect(try await server.unlock(by: used, bearer: token).problem == "internal-error")
            #expect(try await server.status(session) == 423)
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test("V7 V17 a public key is sealed to account, credential and algorithm")
    func aPublicKeyIsSealedToAccountCredentialAndAlgorithm() throws {
        let text = "k0:\(Data(repeating: 9, count: 32).base64EncodedString())"
        let records = PasskeyRecords(sealer: Sealer(keys: try TestKeys.keys(text)))
        let key = try #require(PasskeyKey(algorithm: .es256, bytes: TestPasskeyKey.es256.publicBytes))
        let sealed = try records.seal(key, credentialID: Data([1]), accountID: "ann")
        func passkey(
            account: String = "ann", credential: UInt8 = 1, algorithm: Passkey.Algorithm = .es256
        ) -> Passkey {
            Passkey(
                id: "p", accountID: account, credentialID: Data([credential]), algorithm: algorithm,
                publicKey: sealed, counter: 0, name: "n", transports: [], createdAt: StoreContract.now,
                lastUsedAt: nil)
        }
        #expect(try records.key(of: passkey()) == key)
        for other in [passkey(account: "eve"), passkey(credential: 2), passkey(algorithm: .eddsa)] {
            #expect(throws: SealError.notAuthentic) { try records.key(of: other) }
        }
    }

    @Test("V15 without readable passkeys, unlock is not offered")
    func withoutReadablePasskeysUnlockIsNotOffered() async throws {
        try await TestServer.run { server in
            let (session, _) = try await server.signInWithPasskey()
            try await server.database.damage("passkeys.counter", to: "-1")
            let response = try await server.post(TestServer.unlock + "/options", bearer: session.accessToken)
            #expect(response.problem == "internal-error")
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test("V7 key rotation covers passkeys and names unreadable ones")
    func keyRotationCoversPasskeysAndNamesUnreadableOnes() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let store = server.dependencies.store
            let old = try String(contentsOf: server.dependencies.settings.secretKeysFile, encoding: .utf8)
            let text = "next:\(Data(repeating: 9, count: 32).base64EncodedString())"
            let both = Sealer(keys: try TestKeys.keys(text, old))
            try await KeyCheck(store: store).verify(server.dependencies.sealer)
            let rewrap = KeyRewrap(
                store: store, sealer: both, records: PasscodeRecordSealer(sealer: both, random: SystemRandomSource()))
            #expect(try await rewrap.run().unreadable.isEmpty)
            #expect(try await rewrap.run().resealed == 0)
            #expect(try await server.storedPasskeys().first?.publicKey.hasPrefix("v1.next.") == true)
            try await TestServer.run(environment: ["LATCHKEY_SECRET_KEYS": text], sharing: server) {
                (other) async throws in
                #expect(try await other.unlock(by: passkey, bearer: session.accessToken).status == 200)
            }
            let id = try #require(try await server.storedPasskeys().first?.id)
            try await store.write { try $0.passkeys.reseal(id: id, "v1.k0.AAAA") }
            #expect(try await rewrap.run().unreadable == ["passkey \(id)"])
        }
    }

    @Test(
        "V15 a passkey without an identifier blocks no rotation",
        .enabled(if: TestStore.current == .sqlite, "PostgreSQL's primary keys are never null"))
    func aPasskeyWithoutAnIdentifierBlocksNoRotation() async throws {
        try await TestServer.run { server in
            let (session, lost) = try await server.signInWithPasskey()
            let other = server.newPasskey()
            #expect(try await server.add(other, name: "Other", bearer: session.accessToken).status == 201)
            let id = try #require(try await server.storedPasskeys().first?.id)
            try await server.database.damage("passkeys.id", to: "NULL", where: "id = '\(id)'")
            let old = try String(contentsOf: server.dependencies.settings.secretKeysFile, encoding: .utf8)
            let both = Sealer(
                keys: try TestKeys.keys("next:\(Data(repeating: 9, count: 32).base64EncodedString())", old))
            let rewrap = KeyRewrap(
                store: server.dependencies.store, sealer: both,
                records: PasscodeRecordSealer(sealer: both, random: SystemRandomSource()))
            _ = try await rewrap.run()
            #expect(try await server.storedPasskeys().map { $0.publicKey.hasPrefix("v1.next.") } == [true])
            // A passkey without a name could not unlock before either.
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            let body = try lost.body(lost.assert(challenge))
            #expect(
                try await server.post(TestServer.unlock, body, bearer: session.accessToken).problem
                    == "internal-error")
            #expect(try await server.listPasskeys(session).map(\.name) == ["Other"])
        }
    }

    @Test("V15 an incomplete stored challenge is invalid")
    func anIncompleteStoredChallengeIsInvalid() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            try await server.database.execute("UPDATE sessions SET challenge_expires_at = NULL")
            let body = try passkey.body(passkey.assert(challenge))
            #expect(
                try await server.post(TestServer.unlock, body, bearer: session.accessToken).problem
                    == "invalid-passkey")
            #expect(try await server.unlock(by: passkey, bearer: session.accessToken).status == 200)
        }
    }
}
