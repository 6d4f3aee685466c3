import Foundation
import LatchkeyPasscode
import Testing

@testable import LatchkeyLock

/// Remnants of an earlier installation, and identification of installations.
struct InstallationTests {
    private let device = Device()

    @Test("C10 leftovers of earlier installations neither unlock nor block users")
    func leftoversOfEarlierInstallationsNeitherUnlockNorBlockUsers() async throws {
        let old = try await device.unlockedVault(biometrics: true)
        old.lock()
        device.marker?.set(nil)
        let vault = device.vault()
        #expect(try await vault.prepare() == .absent)
        await #expect(throws: VaultError.noVault) { try await vault.unlock(with: .right) }
        #expect(try await throwsNoVault { try await vault.openUnprotected() })
        #expect(try await throwsNoVault { _ = try await vault.unlockWithBiometrics(reason: "test") })
        #expect(try await throwsNoVault { _ = try await vault.recover(with: .test, setting: .other) })
        try await vault.create(.passcode(.other))
        vault.lock()
        #expect(try await vault.unlock(with: .right) == .wrong(remaining: 9))
        #expect(try await vault.unlock(with: .other) == .unlocked)
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .notEnabled)
    }

    private func throwsNoVault(_ body: () async throws -> Void) async throws -> Bool {
        do { try await body() } catch VaultError.noVault { return true }
        return false
    }

    @Test("C10 an unreadable leftover does not block a new vault", arguments: [true, false])
    func anUnreadableLeftoverDoesNotBlockANewVault(isNewer: Bool) async throws {
        let old = try await device.unlockedVault()
        old.lock()
        var stored = try #require(device.storage.bytes("latchkey.vault"))
        if isNewer { stored = Checksummed.frame(Array("LKV2 in a format of its own".utf8)) } else { stored[20] ^= 1 }
        device.storage.set(stored, for: "latchkey.vault")
        await #expect(throws: VaultError.self) { try await device.vault().prepare() }
        device.marker?.set(nil)
        let vault = device.vault()
        #expect(try await vault.prepare() == .absent)
        try await vault.create(.passcode(.other))
        vault.lock()
        #expect(try await vault.unlock(with: .other) == .unlocked)
    }

    @Test("C10 an unknown installation keeps the vault locked and intact")
    func anUnknownInstallationKeepsTheVaultLockedAndIntact() async throws {
        let vault = try await device.unlockedVault()
        vault.lock()
        device.marker?.breakReading()
        let writes = device.storage.writes
        await #expect(throws: VaultError.installationUnknown) { try await vault.prepare() }
        await #expect(throws: VaultError.installationUnknown) { try await vault.unlock(with: .right) }
        await #expect(throws: VaultError.installationUnknown) { try await vault.create(.open) }
        #expect(device.storage.writes == writes)
        device.marker?.breakReading(false)
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C10 installation marker in a file is written once")
    func installationMarkerInAFileIsWrittenOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let marker = FileInstallationMarker(file: folder.appendingPathComponent("installation"))
        #expect(try await marker.load() == nil)
        #expect(try await marker.claim(Data([1, 2])) == Data([1, 2]))
        #expect(try await marker.claim(Data([3])) == Data([1, 2]), "the first one counts")
        #expect(try await marker.load() == Data([1, 2]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["installation"])
        await #expect(throws: VaultError.installationUnknown) { try await FileInstallationMarker(file: folder).load() }
    }

    @Test("C10 concurrent claims of an installation get the same identifier")
    func concurrentClaimsOfAnInstallationGetTheSameIdentifier() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for round in 0..<20 {
            let file = folder.appendingPathComponent("installation\(round)")
            let claimed = try await withThrowingTaskGroup(of: Data.self) { group in
                // Each marker has its own queue, as in separate processes.
                for index in UInt8(0)..<8 {
                    group.addTask { try await FileInstallationMarker(file: file).claim(Data([index, 0, 0])) }
                }
                return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(claimed.count == 1)
            #expect(try await claimed.first == FileInstallationMarker(file: file).load())
        }
    }
}
