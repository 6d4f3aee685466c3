import Foundation
import HTTPTypes
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Adding, listing, renaming and removing passkeys.
@Suite struct PasskeyAddTests {
    @Test(arguments: [0, 1, 2])
    func eachPasskeyAlgorithmSupportsAddingRenamingAndRemoval(algorithm: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            #expect(try await !server.me(session).hasPasskey)
            let passkey = server.newPasskey(TestPasskeyKey.all[algorithm])
            let added: ListedPasskey = try await server.add(passkey, name: "A ☎", bearer: session.accessToken).decode()
            #expect(added.name == "A ☎" && added.lastUsedAt == nil && added.createdAt == server.clock.now.date)
            #expect(try await server.listPasskeys(session) == [added])
            #expect(try await server.me(session).hasPasskey)
            let path = "\(TestServer.passkeys)/\(added.id)"
            let renamed: ListedPasskey = try await server.send(
                .patch, path, #"{"name":"Mine"}"#, bearer: session.accessToken
            ).decode()
            #expect(renamed.name == "Mine" && renamed.id == added.id)
            #expect(try await server.listPasskeys(session) == [renamed])
            #expect(try await server.send(.delete, path, bearer: session.accessToken).status == 204)
            #expect(try await server.listPasskeys(session).isEmpty)
            #expect(try await !server.me(session).hasPasskey)
            #expect(try await server.send(.delete, path, bearer: session.accessToken).problem == "not-found")
        }
    }

    @Test func registrationOptionsAreWebAuthnJSONAndExcludeExistingPasskeys() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let response = try await server.post(TestServer.passkeys + "/options", bearer: session.accessToken)
            let id = Data(session.user.id.utf8).base64URL
            let challenge = try JSONDecoder().decode(PasskeyOptions.self, from: response.body).publicKey.challenge
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            #expect(
                response.text == """
                    {"public_key":{"attestation":"none","authenticatorSelection":{"authenticatorAttachment":"platform",\
                    "residentKey":"preferred","userVerification":"required"},"challenge":"\(challenge)",\
                    "excludeCredentials":[{"id":"\(passkey.credentialID.base64URL)","transports":["internal"],\
                    "type":"public-key"}],"hints":["client-device"],"pubKeyCredParams":[\
                    {"alg":-7,"type":"public-key"},{"alg":-8,"type":"public-key"},{"alg":-257,"type":"public-key"}],\
                    "rp":{"id":"localhost","name":"localhost"},"timeout":300000,\
                    "user":{"displayName":"ann@example.com","id":"\(id)","name":"ann@example.com"}}}
                    """)
            let unlock = try await server.post(TestServer.unlock + "/options", bearer: session.accessToken)
            let other = try JSONDecoder().decode(PasskeyOptions.self, from: unlock.body).publicKey.challenge
            #expect(other != challenge && other.count == 43)
            #expect(
                unlock.text == """
                    {"public_key":{"allowCredentials":[{"id":"\(passkey.credentialID.base64URL)",\
                    "transports":["internal"],"type":"public-key"}],"challenge":"\(other)","hints":["client-device"],\
                    "rpId":"localhost","timeout":300000,"userVerification":"required"}}
                    """)
        }
    }

    @Test("V17 ASVS-7.5.1 adding requires a passcode verification within five minutes")
    func addingRequiresAPasscodeVerificationWithinFiveMinutes() async throws {
        try await TestServer.run { server in
            let token = try await server.signInWithPasscode().accessToken
            let passkey = server.newPasskey()
            server.clock.advance(by: .minutes(5))
            let challenge = try await server.challenge(TestServer.passkeys, bearer: token)
            server.clock.advance(by: .milliseconds(1))
            let body = passkey.body(passkey.register(challenge))
            #expect(try await server.post(TestServer.passkeys, body, bearer: token).problem == "passcode-too-old")
            let asked = try await server.post(TestServer.passkeys + "/options", bearer: token)
            #expect(asked.problem == "passcode-too-old" && asked.status == 403)
            // The response was processed, and has consumed its challenge.
            let again = try await server.post(
                "/api/auth/verify-passcode", #"{"passcode":"739105"}"#, bearer: token
            ).session().accessToken
            #expect(try await server.post(TestServer.passkeys, body, bearer: again).problem == "invalid-passkey")
            #expect(try await server.add(passkey, bearer: again).status == 201)
        }
    }

    @Test("V17 adding a passkey requires a passcode-verified session")
    func addingAPasskeyRequiresAPasscodeVerifiedSession() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            try await server.lock(session)
            let opened = try await server.unlock(by: passkey, bearer: session.accessToken).session()
            let asked = try await server.post(TestServer.passkeys + "/options", bearer: opened.accessToken)
            #expect(asked.problem == "passcode-too-old")
            let bob = try await server.signIn("bob@example.com")
            for path in [TestServer.passkeys, TestServer.unlock] {
                let response = try await server.post(path + "/options", bearer: bob.accessToken)
                #expect(response.problem == "passcode-not-set" && response.status == 409)
            }
        }
    }

    @Test("V17 an account has at most ten passkeys, even concurrently")
    func anAccountHasAtMostTenPasskeysEvenConcurrently() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.signInLater()
            let opened = try await server.verify(TestServer.passcode, other).session()
            let token = session.accessToken
            for _ in 0..<9 { #expect(try await server.add(server.newPasskey(), bearer: token).status == 201) }
            // Each of the two sessions has its own challenge.
            let first = try await server.challenge(TestServer.passkeys, bearer: token)
            let second = try await server.challenge(TestServer.passkeys, bearer: opened.accessToken)
            let passkeys = [server.newPasskey(), server.newPasskey()]
            let bodies = zip(passkeys, [first, second]).map { $0.body($0.register($1)) }
            async let one = server.post(TestServer.passkeys, bodies[0], bearer: token)
            async let two = server.post(TestServer.passkeys, bodies[1], bearer: opened.accessToken)
            let responses = try await [one, two]
            #expect(responses.map(\.status).sorted() == [201, 409])
            #expect(responses.contains { $0.problem == "too-many-passkeys" })
            #expect(try await server.storedPasskeys().count == 10)
            #expect(try await server.account().passkeyCount == 10)
            server.clock.advance(by: .minutes(1))
            let eleventh = try await server.post(TestServer.passkeys + "/options", bearer: token)
            #expect(eleventh.problem == "too-many-passkeys")
            let id = try #require(try await server.listPasskeys(session).first?.id)
            #expect(try await server.send(.delete, "\(TestServer.passkeys)/\(id)", bearer: token).status == 204)
            #expect(try await server.add(server.newPasskey(), bearer: token).status == 201)
        }
    }

    @Test("V17 ASVS-6.7.2 a challenge is single-use, for its session and purpose")
    func aChallengeIsSingleUseForItsSessionAndPurpose() async throws {
        try await TestServer.run { server in
            let (session, known) = try await server.signInWithPasskey()
            let token = session.accessToken
            let passkey = server.newPasskey()
            func send(_ challenge: String) async throws -> String {
                let body = passkey.body(passkey.register(challenge))
                return try await server.post(TestServer.passkeys, body, bearer: token).problem
            }
            #expect(try await send(Data(repeating: 7, count: 32).base64URL) == "invalid-passkey")
            let replaced = try await server.challenge(TestServer.passkeys, bearer: token)
            let toUnlock = try await server.challenge(TestServer.unlock, bearer: token)
            #expect(try await send(replaced) == "invalid-passkey")
            // The rejected response has consumed the other challenge too.
            #expect(
                try await server.post(TestServer.unlock, known.body(known.assert(toUnlock)), bearer: token).problem
                    == "invalid-passkey")
            #expect(try await send(server.challenge(TestServer.unlock, bearer: token)) == "invalid-passkey")
            let outdated = try await server.challenge(TestServer.passkeys, bearer: token)
            server.clock.advance(by: .minutes(5))
            #expect(try await send(outdated) == "invalid-passkey")
            #expect(try await server.storedPasskeys().count == 1)
        }
    }

    @Test(
        "V17 a registered credential is rejected without revealing its account",
        arguments: [true, false])
    func aRegisteredCredentialIsRejectedWithoutRevealingItsAccount(own: Bool) async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let asking = own ? session : try await server.signInWithPasscode("bob@example.com")
            let response = try await server.add(passkey, bearer: asking.accessToken)
            #expect(response.problem == "invalid-passkey" && response.status == 400)
            #expect(!response.text.contains("known"))
            #expect(try await server.account().passkeyCount == 1)
        }
    }

    @Test("V17 invalid registrations are rejected without a reason")
    func invalidRegistrationsAreRejectedWithoutAReason() async throws {
        try await TestServer.run { server in
            let token = try await server.signInWithPasscode().accessToken
            typealias Change = (inout TestClientData, inout TestAuthenticatorData) -> Void
            let changes: [Change] = [
                { client, _ in client["origin"] = #""http://localhost""# },
                { client, _ in client["crossOrigin"] = "true" },
                { client, _ in client["type"] = #""webauthn.get""# },
                { _, data in data.relyingPartyID = "example.com" },
                { _, data in data.flags &= ~TestAuthenticatorData.Flag.userVerified },
                { _, data in data.flags &= ~TestAuthenticatorData.Flag.userPresent },
                { _, data in data.coseKey = [] },
                { _, data in data.setExtensions([(.text("credProtect"), .text("x"))]) },
            ]
            for change in changes {
                let passkey = server.newPasskey()
                let challenge = try await server.challenge(TestServer.passkeys, bearer: token)
                var unused = TestAuthenticatorData(relyingPartyID: "")
                var client = TestClientData(type: "", challenge: "", origin: "")
                let response = passkey.register(
                    challenge, client: { change(&$0, &unused) }, data: { change(&client, &$0) })
                let sent = try await server.post(TestServer.passkeys, passkey.body(response), bearer: token)
                #expect(sent.problem == "invalid-passkey")
                #expect(try sent.decode(Problem.self) == Problem(.invalidPasskey))
            }
            // The identifier differs from the one in the data.
            let (passkey, other) = (server.newPasskey(), server.newPasskey())
            let challenge = try await server.challenge(TestServer.passkeys, bearer: token)
            let body = other.body(passkey.register(challenge))
            #expect(try await server.post(TestServer.passkeys, body, bearer: token).problem == "invalid-passkey")
            #expect(try await server.storedPasskeys().isEmpty)
        }
    }

    @Test func aMalformedRegistrationResponseKeepsTheChallenge() async throws {
        try await TestServer.run { server in
            let token = try await server.signInWithPasscode().accessToken
            let passkey = server.newPasskey()
            let challenge = try await server.challenge(TestServer.passkeys, bearer: token)
            let good = passkey.body(passkey.register(challenge), transports: #"["usb","teleport","usb","internal"]"#)
            for (old, new, pointer) in [
                (#""rawId":"#, #""raw_id":"#, "/credential/rawId"),
                ("public-key", "password", "/credential/type"),
                (#""clientDataJSON":""#, #""clientDataJSON":"="#, "/credential/response/clientDataJSON"),
                (#""authenticatorData":""#, #""other":""#, "/credential/response/authenticatorData"),
                (#""name":"Laptop""#, #""name":"\#(String(repeating: "x", count: 41))""#, "/name"),
                (#""name":"Laptop""#, #""name":"a\u0000""#, "/name"),
            ] {
                let response = try await server.post(
                    TestServer.passkeys, good.replacingOccurrences(of: old, with: new), bearer: token)
                #expect(response.problem == "invalid-request")
                #expect(try response.decode(Problem.self).errors?.map(\.pointer) == [pointer])
            }
            #expect(try await server.post(TestServer.passkeys, good, bearer: token).status == 201)
            #expect(try await server.storedPasskeys().first?.transports == [.usb, .internal])
        }
    }

    @Test func aPasskeysDefaultNameIsTheDeviceName() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let token = session.accessToken
            for name in [nil, "  "] {
                let added: ListedPasskey = try await server.add(
                    server.newPasskey(), name: name, bearer: token
                ).decode()
                #expect(added.name == "Passkey")
                let path = "\(TestServer.passkeys)/\(added.id)"
                let long = String(repeating: "x", count: 41)
                for json in [#"{"name":" "}"#, #"{"name":null}"#, "{}", #"{"name":"\#(long)"}"#] {
                    let response = try await server.send(.patch, path, json, bearer: token)
                    #expect(try response.decode(Problem.self).errors?.map(\.pointer) == ["/name"])
                }
            }
        }
    }
}
