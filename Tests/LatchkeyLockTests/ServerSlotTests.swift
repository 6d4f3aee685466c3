import Crypto
import Foundation
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// A passcode slot that requires the server.
struct ServerSlotTests {
    private let server = InMemoryUnlockServer()
    private let device: Device

    init() { device = Device(server: server) }

    /// Returns a vault that requires the server, as after a relaunch.
    private func relaunched() async throws -> Vault {
        _ = try await device.serverVault()
        return device.vault()
    }

    @Test func rightPasscodeOpensAndClearsTheCount() async throws {
        let vault = try await relaunched()
        #expect(try await vault.prepare() == .passcode(biometrics: false))
        #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(await server.failedAttempts == 0)
        #expect(await server.evaluations == 2)
    }

    @Test("C15 a copied device cannot unlock without the server")
    func aCopiedDeviceCannotUnlockWithoutTheServer() async throws {
        _ = try await device.serverVault()
        await server.setOffline(true)
        var copy = device
        copy.storage = TestStorage(records: device.storage.with { $0.records })
        // An attacker's own server does not help.
        for thief in [nil, server, InMemoryUnlockServer()] {
            copy.server = thief
            for passcode in [Passcode.right, .wrong] {
                await #expect(throws: VaultError.self) { try await copy.vault().unlock(with: passcode) }
            }
        }
        await server.setOffline(false)
        #expect(await server.failedAttempts == 0)
    }

    @Test("C15 the vault key requires the server's share")
    func theVaultKeyRequiresTheServersShare() async throws {
        let vault = try await device.serverVault()
        let header = try await vault.requireHeader()
        let slot = try #require(header.passcode)
        let stretched = try await vault.stretch(.right, try #require(slot.stretching))
        let bound = try await vault.bind(stretched, label: Array(Slot.serverLabel.utf8) + header.vaultID)
        let blinded = try BlindedSecret(bound)
        let share = try #require(slot.share)
        let response = try await server.evaluate(blinded.bytes, attempt: UUID(), token: share.token)
        let evaluated = try blinded.finalize(response.evaluation, publicKey: share.publicKey)
        let none = SymmetricKey(data: [UInt8](repeating: 0, count: 48))
        let (head, id) = (slot.head, header.vaultID)
        #expect(slot.open(with: ServerShare.wrappingKey(bound, evaluated, head: head), vaultID: id) != nil)
        #expect(slot.open(with: ServerShare.wrappingKey(bound, none, head: head), vaultID: id) == nil)
        #expect(slot.open(with: ServerShare.wrappingKey(none, evaluated, head: head), vaultID: id) == nil)
        #expect(slot.open(with: bound, vaultID: id) == nil && slot.open(with: stretched, vaultID: id) == nil)
    }

    @Test("C15 after ten failures only recovery opens the vault")
    func afterTenFailuresOnlyRecoveryOpensTheVault() async throws {
        let vault = try await relaunched()
        for remaining in (1...9).reversed() {
            #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: remaining))
        }
        let copy = device.storage.with { $0.records }
        #expect(try await vault.unlock(with: .wrong) == .exhausted)
        #expect(try await vault.prepare() == .awaitingRecovery)
        // Restoring an earlier copy does not restore attempts.
        device.storage.with { $0.records = copy }
        #expect(try await device.vault().unlock(with: .right) == .shut)
        #expect(await server.evaluations == 10)
        #expect(try await device.vault().recover(with: .test, setting: nil))
    }

    @Test func tenthAttemptMaySucceed() async throws {
        let vault = try await relaunched()
        for _ in 1...9 { _ = try await vault.unlock(with: .wrong) }
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: 9))
    }

    @Test("C15 vault of a shut device opens only by recovery")
    func vaultOfAShutDeviceOpensOnlyByRecovery() async throws {
        let vault = try await relaunched()
        await server.shutAll()
        #expect(try await vault.unlock(with: .right) == .shut)
        #expect(try await vault.prepare() == .shut)
        await vault.setUnlockPolicy(.serverRequired)
        #expect(try await vault.recover(with: .test, setting: .other))
        vault.lock()
        #expect(try await vault.requiresServer())
        #expect(try await vault.unlock(with: .other) == .unlocked)
    }

    @Test("C15 a device that is shut during an attempt stays locked")
    func aDeviceThatIsShutDuringAnAttemptStaysLocked() async throws {
        let vault = try await relaunched()
        await server.shutAll(afterNext: .evaluate)
        #expect(try await vault.unlock(with: .right) == .shut)
        #expect(vault.isLocked)
        #expect(try await vault.prepare() == .shut)
        #expect(try await vault.recover(with: .test, setting: nil))
    }

    @Test(arguments: [Passcode.other, nil])
    func relaunchReportsAShutDeviceUntilRecovery(passcode: Passcode?) async throws {
        let vault = try await relaunched()
        await server.shutAll()
        _ = try await vault.unlock(with: .right)
        await server.setOffline(true)
        #expect(try await device.vault().prepare() == .shut)
        #expect(try await device.vault().unlock(with: .right) == .shut)
        #expect(try await device.vault().recover(with: .test, setting: passcode))
        #expect(try await !device.vault().requireHeader().isShut)
    }

    @Test(
        "C4 server errors cost no attempt and keep the slot",
        arguments: [
            UnlockServerError.unreachable, .unknownDevice, .passcodeChanged, .broken,
        ])
    func serverErrorsCostNoAttemptAndKeepTheSlot(error: UnlockServerError) async throws {
        let vault = try await relaunched()
        let writes = device.storage.writes
        await server.failNext(with: error, on: .evaluate)
        await #expect(throws: VaultError.unlockServer(error)) { try await vault.unlock(with: .right) }
        #expect(device.storage.writes == writes && vault.isLocked)
        #expect(try await vault.attempts().failures == 0)
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C15 a damaged server key is never a wrong passcode")
    func aDamagedServerKeyIsNeverAWrongPasscode() async throws {
        let vault = try await relaunched()
        let writes = device.storage.writes
        await server.damageKeys()
        await #expect(throws: VaultError.unlockServer(.broken)) { try await vault.unlock(with: .wrong) }
        #expect(device.storage.writes == writes)
    }

    @Test func delayOfTheServerIsShown() async throws {
        let vault = try await relaunched()
        await server.failNext(with: .wait(.seconds(30)), on: .evaluate)
        let end = device.clock.reading().wall + 30
        #expect(try await vault.unlock(with: .right) == .wait(until: end))
        #expect(try await vault.attempts().waitUntil == end)
        device.clock.advance(by: .seconds(30))
        #expect(try await vault.attempts().waitUntil == nil)
    }

    @Test func lostResponsesCostOneAttempt() async throws {
        let vault = try await relaunched()
        await server.loseNextResponse(to: .evaluate)
        await #expect(throws: VaultError.unlockServer(.unreachable)) { try await vault.unlock(with: .right) }
        #expect(await server.failedAttempts == 1)
        // The vault opens, even if the server does not confirm the success.
        await server.failNext(with: .unreachable, on: .finish)
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(await server.failedAttempts == 2)
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(await server.failedAttempts == 0)
    }

    @Test("C15 biometrics cannot be enabled for a server-protected vault")
    func biometricsCannotBeEnabledForAServerProtectedVault() async throws {
        let vault = try await device.serverVault(biometrics: true)
        #expect(try await vault.prepare() == .passcode(biometrics: false))
        #expect(device.storage.bytes("latchkey.biometric") == nil)
        await #expect(throws: VaultError.noBiometrics) { try await vault.enableBiometrics(confirming: .right) }
        // A process that has not read the policy cannot enable biometrics either.
        await #expect(throws: VaultError.noBiometrics) {
            try await device.vault().enableBiometrics(confirming: .right)
        }
        #expect(device.storage.bytes("latchkey.biometric") == nil)
    }

    @Test func keyIsReplacedAfterNinetyDays() async throws {
        let vault = try await device.serverVault()
        let first = await server.activeKeys
        device.clock.advance(by: .seconds(90 * 86_400 - 1))
        try await vault.renewPasscodeSlot(.right)
        #expect(await server.activeKeys == first)
        device.clock.advance(by: .seconds(1))
        try await vault.renewPasscodeSlot(.right)
        #expect(await server.activeKeys.count == 2)
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(await Set(server.activeKeys).isDisjoint(with: first))
    }

    @Test("C8 of two processes that renew, the first one's key opens")
    func ofTwoProcessesThatRenewTheFirstOnesKeyOpens() async throws {
        let vault = try await device.serverVault()
        device.clock.advance(by: Vault.shareLifetime)
        var second = device
        let stretches = Counter()
        second.onStretch = { if stretches.increment() == 2 { try? await vault.renewPasscodeSlot(.right) } }
        let other = second.vault()
        await other.setUnlockPolicy(.serverRequired)
        #expect(try await other.unlock(with: .right) == .unlocked)
        await #expect(throws: VaultError.conflict) { try await other.renewPasscodeSlot(.right) }
        #expect(try await device.vault().unlock(with: .right) == .unlocked)
        #expect(await server.activeKeys.count == 1)
    }

    @Test("C8 failed registration keeps the slot", arguments: [InMemoryUnlockServer.Call.register, .confirm])
    func failedRegistrationKeepsTheSlot(call: InMemoryUnlockServer.Call) async throws {
        let vault = try await device.serverVault()
        for isLost in [true, false] {
            if isLost {
                await server.loseNextResponse(to: call)
            } else {
                await server.failNext(with: .broken, on: call)
            }
            await #expect(throws: VaultError.self) { try await vault.changePasscode(from: .right, to: .other) }
        }
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(try await vault.changePasscode(from: .right, to: .other) == .unlocked)
        #expect(try await vault.unlock(with: .other) == .unlocked)
        #expect(await server.activeKeys.count == 1)
    }

    @Test func slotBecomesOfflineWhenTheServerIsNotRequired() async throws {
        let vault = try await device.serverVault()
        await vault.setUnlockPolicy(.offline)
        try await vault.renewPasscodeSlot(.right)
        await server.setOffline(true)
        #expect(try await device.vault().unlock(with: .right) == .unlocked)
    }

    @Test func newPasscodeRequiresTheServer() async throws {
        let vault = device.vault()
        await vault.setUnlockPolicy(.serverRequired)
        await server.setOffline(true)
        await #expect(throws: VaultError.unlockServer(.unreachable)) { try await vault.create(.passcode(.right)) }
        await server.setOffline(false)
        try await vault.create(.passcode(.right))
        #expect(try await device.vault().requiresServer())
    }

    @Test("C4 tampered slot never opens")
    func tamperedSlotNeverOpens() async throws {
        let vault = try await device.serverVault()
        let header = try await vault.requireHeader()
        let slot = try #require(header.passcode)
        #expect(try Slot(bytes: slot.bytes, expecting: .passcode) == slot)
        #expect(throws: VaultError.damaged) { try Slot(bytes: slot.bytes, expecting: .recovery) }
        for index in slot.bytes.indices {
            var changed = slot.bytes
            changed[index] ^= 1
            guard let read = try? Slot(bytes: changed, expecting: .passcode) else { continue }
            var other = header
            other.passcode = read
            device.storage.set(other.bytes, for: "latchkey.vault")
            #expect(await (try? device.vault().unlock(with: .right)) != .unlocked, "byte \(index)")
        }
        for count in slot.bytes.indices {
            #expect(throws: VaultError.self) { try Slot(bytes: Array(slot.bytes.prefix(count)), expecting: .passcode) }
        }
    }
}
