import Foundation
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

/// Tests the code of docs/moving.md.
@MainActor
@Suite struct MovingTests {
    @Test func tokenIsStoredAgainAndReadsTheSame() async throws {
        let storage = InMemorySecureStorage()
        try await adoptFormerToken(in: storage)
        #expect(try await !storage.exists(for: "authToken"))
        try await storage.save("a token", for: "authToken")
        for _ in 1...2 { try await adoptFormerToken(in: storage) }
        #expect(try await storage.load(for: "authToken") == "a token")
    }

    @Test func passcodeInPreferencesOpensOnceAndIsDeleted() async throws {
        let domain = "latchkey-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: domain))
        defer { defaults.removePersistentDomain(forName: domain) }
        let source = FormerPasscode(domain: domain)
        #expect(try source.load() == nil)
        // printf '481920c2FsdA==' | sha256sum
        defaults.set("1b6f4bb0b744c04b6b0963f4bb9f4be96c1e52c87e094c167d5cd6b47002a6c2", forKey: "passcodeHash")
        defaults.set("c2FsdA==", forKey: "passcodeSalt")

        let storage = MockSecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let lock = AppLock.device(
            platform.withCheapPasscodes, reason: "Open the till.", afterTenFailures: .erase, legacy: source)
        await lock.start()
        #expect(lock.isLocked)
        #expect(await lock.unlock(with: try #require(Passcode("593072"))) == .wrong(remaining: 9))
        #expect(await lock.unlock(with: try #require(Passcode("481920"))) == .unlocked)
        #expect(try source.load() == nil)
    }
}
