import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The life of an unlock key: registered, confirmed, shut.
@Suite struct DeviceKeyTests {
    @Test func aKeyIsRegisteredWithin60SecondsOfThePasscode() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .seconds(60))
            _ = try await server.register(session)
            server.clock.advance(by: .milliseconds(1))
            let attempt = try TestDevice.attempt(TestServer.passcode, [])
            #expect(try await server.requestKey(attempt, session).problem == "passcode-too-old")
            let locked = try await server.signInLater()
            #expect(try await server.requestKey(attempt, locked).status == 423)
            let other = try await server.signIn("bob@example.com")
            #expect(try await server.requestKey(attempt, other).problem == "passcode-not-set")
        }
    }

    @Test("V19 a key is not evaluated before its confirmation")
    func aKeyIsNotEvaluatedBeforeItsConfirmation() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let device = try await server.registerPending(session)
            #expect(try await server.open(device) == 401)
            #expect(try await server.listDevices(session) == [])
            for _ in 0..<2 { #expect(try await server.confirm(device, session).status == 204) }
            let response = try await server.send(
                .put, "\(TestServer.unlockKeys)/\(device.id)", #"{"tag":"\#(Data(count: 32).base64URL)"}"#,
                bearer: session.accessToken)
            #expect(response.problem == "attempt-conflict")
            #expect(try await server.open(device) == 200)
            #expect(try await server.listDevices(session) == [device.id])
        }
    }

    @Test func aPendingKeyExpiresAfterTenMinutes() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let device = try await server.registerPending(session)
            server.clock.advance(by: .minutes(10) - .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await server.storedKeys().count == 1)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.confirm(device, session).status == 404)
            try await server.parts.sweeper.sweep()
            #expect(try await server.storedKeys().isEmpty)
        }
    }

    @Test func aDeviceDeletesItsOwnKeyWithoutANotice() async throws {
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            let replacement = try await server.register(replacing: device.token, session)
            let (stranger, other) = try await server.signInWithDevice("bob@example.com")
            _ = try await server.takeEmails(to: "ann@example.com")
            let events = try await server.get("/api/auth/activity", bearer: session.accessToken).text
            #expect(try await server.remove(device, token: other.token, session).status == 404)
            #expect(try await server.remove(device, token: device.token, stranger).status == 404)
            #expect(try await server.remove(device, token: replacement.token, session).status == 404)
            #expect(try await server.open(device) == 200)
            #expect(try await server.remove(device, token: device.token, session).status == 204)
            for key in [device, replacement] { #expect(try await server.open(key) == 401) }
            #expect(try await server.open(other) == 200)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
            #expect(try await server.get("/api/auth/activity", bearer: session.accessToken).text == events)
        }
    }

    @Test func aRepeatedDeletionKeepsTheDevicesNextKey() async throws {
        try await TestServer.run { server in
            let (session, old) = try await server.signInWithDevice()
            #expect(try await server.remove(old, token: old.token, session).status == 204)
            let new = try await server.register(session)
            #expect(try await server.remove(old, token: old.token, session).status == 404)
            #expect(try await server.open(new) == 200)
        }
    }

    /// Two processes of the device register its first key, and the stored one is deleted before its first use.
    @Test(arguments: [0, 1])
    func aDeletionDeletesConcurrentlyRegisteredKeys(stored: Int) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            var keys: [TestDevice] = []
            for _ in 0..<2 {
                let key = try await server.register(session)
                keys.append(key)
                server.clock.advance(by: .milliseconds(1))
            }
            #expect(try await server.remove(keys[stored], token: keys[stored].token, session).status == 204)
            #expect(try await server.storedKeys().isEmpty)
        }
    }

    @Test("V19 shutting a device destroys all of its keys")
    func shuttingADeviceDestroysAllOfItsKeys() async throws {
        try await TestServer.run { server in
            let (session, first) = try await server.signInWithDevice()
            #expect(try await server.open(first) == 200)
            let second = try await server.register(replacing: first.token, session)
            let third = try await server.register(replacing: first.token, session)
            #expect(try await server.listDevices(session) == [first.id])
            #expect(try await server.shut(first, session).status == 204)
            for key in [first, second, third] { #expect(try await server.open(key) == 410) }
            // Two processes of the device registered its first key.
            let (one, other) = (try await server.register(session), try await server.register(session))
            #expect(try await server.shut(one, session).status == 204)
            for key in [one, other] { #expect(try await server.open(key) == 410) }
        }
    }

    @Test func aDeviceOfAnEarlierPasscodeIsNotListed() async throws {
        try await TestServer.run { server in
            var (session, device) = try await server.signInWithDevice()
            #expect(try await server.open(device) == 200)
            let json = #"{"passcode":"580293","current_passcode":"739105"}"#
            session = try await server.post("/api/auth/set-passcode", json, bearer: session.accessToken).session()
            #expect(try await server.listDevices(session) == [])
            let new = try await server.register(replacing: device.token, session)
            #expect(try await server.listDevices(session) == [new.id])
            // Until the device has stored the new slot.
            #expect(try await server.open(device) == 409)
        }
    }

    @Test func anAccountHasAtMost20Devices() async throws {
        try await TestServer.run { server in
            var session = try await server.signInWithPasscode()
            var devices: [TestDevice] = []
            for _ in 0..<UnlockKey.maximumCount {
                // A used key is not replaced.
                let device = try await server.register(session)
                #expect(try await server.open(device) == 200)
                devices.append(device)
                server.clock.advance(by: .seconds(30))
                session = try await server.verify(TestServer.passcode, session).session()
            }
            let attempt = try TestDevice.attempt(TestServer.passcode, [])
            #expect(try await server.requestKey(attempt, session).problem == "too-many-devices")
            #expect(try await server.requestKey(attempt, replacing: devices[0].token, session).status == 201)
            #expect(try await server.shut(devices[1], session).status == 204)
            #expect(try await server.requestKey(attempt, session).status == 201)
        }
    }

    @Test("V9 a limited number of shut devices is kept")
    func aLimitedNumberOfShutDevicesIsKept() async throws {
        try await TestServer.run { server in
            var session = try await server.signInWithPasscode()
            for _ in 0...(UnlockKey.maximumCount + 1) {
                let device = try await server.register(session)
                #expect(try await server.shut(device, session).status == 204)
                server.clock.advance(by: .seconds(30))
                session = try await server.verify(TestServer.passcode, session).session()
            }
            _ = try await server.register(session)
            let keys = try await server.storedKeys()
            #expect(keys.count { $0.isShut } == UnlockKey.maximumCount && keys.count { !$0.isShut } == 1)
        }
    }

    @Test("V14 V19 a shut device never opens again")
    func aShutDeviceNeverOpensAgain() async throws {
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            #expect(try await server.open(device) == 200)
            let replacement = try await server.register(replacing: device.token, session)
            let (stranger, _) = try await server.signInWithDevice("bob@example.com")
            _ = try await server.takeEmails(to: "ann@example.com")
            #expect(try await server.shut(device, stranger).status == 404)
            #expect(try await server.shut(device, session, passcode: "739106").problem == "incorrect-passcode")
            let path = "\(TestServer.unlockKeys)/\(device.id)"
            let response = try await server.send(.delete, path, "{}", bearer: session.accessToken)
            #expect(response.problem == "invalid-request")
            #expect(try await server.open(device) == 200)
            #expect(try await server.shut(device, session).status == 204)
            for key in [device, replacement] { #expect(try await server.open(key) == 410) }
            #expect(try await server.confirm(device, session).status == 404)
            #expect(try await server.shut(device, session).status == 404)
            #expect(try await server.listDevices(session) == [])
            #expect(try await server.takeEmails(to: "ann@example.com").map(\.subject) == ["A device was shut"])
        }
    }

    /// An event, and the status of a device's next attempt.
    struct Event: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let status: Int
        let happen: @Sendable (TestServer, SessionResponse) async throws -> Void

        static let all = [
            Event(testDescription: "signing out", status: 200) { server, session in
                _ = try await server.post("/api/auth/logout", bearer: session.accessToken)
            },
            Event(testDescription: "the end of sessions by an administrator", status: 200) { server, _ in
                try await server.apply(.endSessions)
            },
            Event(testDescription: "a changed passcode", status: 409) { server, session in
                let json = #"{"passcode":"580293","current_passcode":"739105"}"#
                _ = try await server.post("/api/auth/set-passcode", json, bearer: session.accessToken)
            },
            Event(testDescription: "a reset", status: 409) { server, _ in
                _ = try await server.resetPasscode(to: "580293")
            },
            Event(testDescription: "a suspension", status: 401) { server, _ in try await server.apply(.suspend) },
            Event(testDescription: "the end of a suspension", status: 200) { server, _ in
                try await server.apply(.suspend)
                try await server.apply(.resume)
            },
            Event(testDescription: "a block", status: 410) { server, session in
                try await server.alterAccount { $0.failures = AttemptPolicy.perAccount - 1 }
                _ = try await server.verify(TestServer.wrongPasscode, session)
            },
            Event(testDescription: "a required reset", status: 410) { server, _ in
                try await server.apply(.requireReset)
            },
            Event(testDescription: "an administrator", status: 410) { server, _ in
                try await server.shutByAdministrator()
            },
            Event(testDescription: "this wasn't me", status: 410) { server, _ in
                let emails = try await server.takeEmails(to: "ann@example.com")
                let notice = try #require(emails.first { $0.subject == "New sign-in to your account" }?.token)
                #expect(try await server.post("/api/auth/disown", #"{"token":"\#(notice)"}"#).status == 204)
                #expect(try await !server.account().resetRequired)
            },
            Event(testDescription: "the end of the account", status: 401) { server, session in
                _ = try await server.send(
                    .delete, "/api/auth/account", #"{"current_passcode":"739105"}"#, bearer: session.accessToken)
            },
        ]
    }

    @Test("V19 a device opens until owner or administrator shuts it", arguments: Event.all)
    func aDeviceOpensUntilOwnerOrAdministratorShutsIt(_ event: Event) async throws {
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            let (_, other) = try await server.signInWithDevice("bob@example.com")
            try await event.happen(server, session)
            #expect(try await server.open(device) == event.status)
            #expect(try await server.open(other) == 200)
        }
    }

    @Test("V7 V19 a copy of the database has no private key")
    func aCopyOfTheDatabaseHasNoPrivateKey() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            let stored = try #require(try await server.storedKeys().first)
            #expect(stored.privateKey?.hasPrefix("v1.") == true && stored.tokenDigest != device.token)
            let other = Sealer(keys: try TestKeys.keys(TestKeys.entry("k1", fill: 99)))
            #expect(throws: SealError.self) { try UnlockKeyRecords(sealer: other).key(of: stored) }
        }
    }

    @Test("V19 with database and keys, guessing also requires the device")
    func withDatabaseAndKeysGuessingAlsoRequiresTheDevice() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            let stored = try #require(try await server.storedKeys().first)
            let key = try #require(try UnlockKeyRecords(sealer: server.dependencies.sealer).key(of: stored))
            func opens(_ passcode: String, _ secret: [UInt8]) throws -> Bool {
                let attempt = try TestDevice.attempt(passcode, secret)
                let evaluation = try key.evaluate(try #require(BlindedInput([UInt8](attempt.bytes))))
                let output = try TestDevice.output(
                    attempt, Data(evaluation).base64URL, device.registration.publicKey)
                return output == device.output
            }
            for secret in [[], SystemRandomSource().bytes(32)] { #expect(try !opens(TestServer.passcode, secret)) }
            // With all three, the server counts nothing.
            #expect(try opens(TestServer.passcode, device.secret) && !opens(TestServer.wrongPasscode, device.secret))
            #expect(try await server.storedKeys().first?.failures == 0)
        }
    }
}
