import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A device's keys that replace each other, of which its vault has stored one.
@Suite struct DeviceReplacementTests {
    @Test func firstSuccessWithANewKeyDeletesTheOldOne() async throws {
        try await TestServer.run { server in
            let (session, old) = try await server.signInWithDevice()
            #expect(try await server.open(old) == 200)
            let new = try await server.register(replacing: old.token, session)
            // The slot may not be written yet: both work, and the owner sees one device.
            #expect(try await server.open(old) == 200)
            #expect(try await server.listDevices(session) == [old.id])
            #expect(try await server.open(new) == 200)
            #expect(try await server.open(old) == 401)
            #expect(try await server.listDevices(session) == [new.id])
        }
    }

    @Test("V19 a success deletes all earlier keys of the device", arguments: 1...3)
    func aSuccessDeletesAllEarlierKeysOfTheDevice(count: Int) async throws {
        try await TestServer.run { server in
            let (session, first) = try await server.signInWithDevice()
            #expect(try await server.open(first) == 200)
            var keys = [first]
            for _ in 0..<count {
                // Another process also registers one. The success of the one that is stored is lost.
                _ = try await server.register(replacing: keys[keys.count - 1].token, session)
                let key = try await server.register(replacing: keys[keys.count - 1].token, session)
                keys.append(key)
            }
            let other = try await server.register(server.verify(TestServer.passcode, server.signInLater()).session())
            #expect(try await server.open(keys[count]) == 200)
            for key in keys.dropLast() { #expect(try await server.open(key) == 401) }
            #expect(try await server.storedKeys().map(\.id) == [keys[count].id, other.id])
        }
    }

    /// A copy of the device's storage from before or after the registration uses up its attempts.
    @Test("V19 a spent key destroys the device's earlier keys", arguments: [false, true])
    func aSpentKeyDestroysTheDevicesEarlierKeys(isNew: Bool) async throws {
        try await TestServer.run { server in
            let (session, old) = try await server.signInWithDevice()
            #expect(try await server.open(old) == 200)
            let new = try await server.register(replacing: old.token, session)
            let (spent, other) = isNew ? (new, old) : (old, new)
            try await server.enterWrong(10, on: spent)
            #expect(try await server.open(spent) == 410)
            #expect(try await server.open(other) == (isNew ? 410 : 200))
        }
    }

    @Test("V19 a spent key destroys an unreadable earlier key", .onSQLite)
    func aSpentKeyDestroysAnUnreadableEarlierKey() async throws {
        try await TestServer.run { server in
            let (session, old) = try await server.signInWithDevice()
            #expect(try await server.open(old) == 200)
            let new = try await server.register(replacing: old.token, session)
            let change = "PRAGMA ignore_check_constraints = 1; UPDATE unlock_keys SET attempt_id ="
            try await server.database.execute("\(change) 'x' WHERE id = '\(old.id)'")
            try await server.enterWrong(10, on: new)
            #expect(try await server.open(new) == 410)
            try await server.database.execute("\(change) NULL WHERE id = '\(old.id)'")
            #expect(try await server.open(old) == 410)
        }
    }

    @Test func aNewRegistrationDeletesTheDevicesAbandonedKeys() async throws {
        try await TestServer.run { server in
            var (session, old) = try await server.signInWithDevice()
            // `old` is unused, but in its slot.
            let lost = try await server.register(replacing: old.token, session)
            server.clock.advance(by: UnlockKey.pendingLifetime - .milliseconds(1))
            session = try await server.verify(TestServer.passcode, session).session()
            let pending = try await server.registerPending(replacing: old.token, session)
            #expect(try await server.storedKeys().map(\.id) == [old.id, lost.id, pending.id])
            server.clock.advance(by: .milliseconds(1))
            let new = try await server.register(replacing: old.token, session)
            #expect(try await server.storedKeys().map(\.id) == [old.id, new.id])
            #expect(try await server.confirm(pending, session).status == 404)
            // Another account's key is not replaced.
            let (other, _) = try await server.signInWithDevice("bob@example.com")
            let bobs = try await server.register(replacing: old.token, other)
            for key in [bobs, old] { #expect(try await server.open(key) == 200) }
        }
    }

    /// Two processes of the device register a key, for the first slot or another, and one of them stores its slot.
    @Test(arguments: [0, 1], [true, false])
    func ofConcurrentRegistrationsTheStoredKeyOpens(stored: Int, isFirst: Bool) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let old = try await isFirst ? nil : server.register(session)
            var keys: [TestDevice] = []
            for _ in 0..<2 {
                let key = try await server.register(replacing: old?.token, session)
                keys.append(key)
            }
            #expect(try await server.open(keys[stored]) == 200)
            #expect(try await server.open(keys[1 - stored]) == 401)
            #expect(try await server.storedKeys().map(\.id) == [keys[stored].id])
        }
    }

    @Test("V19 only a key's slot token replaces it")
    func onlyAKeysSlotTokenReplacesIt() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            #expect(try await server.open(device) == 200)
            // Another device of the account, with the same name.
            let other = try await server.verify(TestServer.passcode, server.signInLater()).session()
            for guess in [device.id, OpaqueToken.make(from: SystemRandomSource()).text] {
                let new = try await server.register(replacing: guess, other)
                for key in [new, device] { #expect(try await server.open(key) == 200) }
            }
            #expect(try await server.listDevices(other).count == 3)
            let new = try await server.register(replacing: device.token, other)
            #expect(try await server.open(new) == 200)
            #expect(try await server.open(device) == 401)
        }
    }
}
