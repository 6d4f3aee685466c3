import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

/// The service's biometric prompt: when it comes up, and what is told of it.
@MainActor struct PromptTests {
    private let device = Device()
    private let lifecycle = AppLifecycleManager(initialState: .active)

    /// An app in front with the right passcode, locked, as after a relaunch.
    private func relaunched(biometrics: Bool = false) async throws -> PasscodeService {
        _ = try await device.unlockedVault(biometrics: biometrics)
        let service = device.service()
        await AppLockManager(service: service, lifecycle: lifecycle).start()
        return service
    }

    @Test("C11 the prompt comes up at launch and unlocks")
    func promptAtLaunch() async throws {
        let service = try await relaunched(biometrics: true)
        #expect(await service.outcomeOfPrompt() == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
        service.lockApp()
        #expect(service.state.prompt == nil, "not after a lock by hand")
        #expect(await service.authenticateWithBiometric() == .unlocked, "but on request")
        #expect(await service.authenticateWithBiometric() == .notAsked, "and not while unlocked")
    }

    /// Relaunched and in front, with a reader that answers when told to.
    private func gated() async throws -> (PasscodeService, GatedReader) {
        var linux = device
        linux.isReaderGated = true
        let first = try await linux.unlockedVault(biometrics: true)
        first.lock()
        let reader = GatedReader()
        let parts = Vault.Parts(
            storage: linux.storage, device: StoredDeviceSecret(storage: linux.storage),
            biometrics: ReaderGatedBiometricKey(storage: linux.storage, biometrics: reader),
            installation: linux.marker, policy: .destroySlots, clock: linux.clock)
        let service = PasscodeService(vault: Vault(parts), biometrics: reader, reason: "Unlock the test.")
        await AppLockManager(service: service, lifecycle: lifecycle).start()
        return (service, reader)
    }

    @Test func whatCameOfAPromptStandsUntilTheNextOneOrUntilTheLockChanges() async throws {
        let (service, reader) = try await gated()
        await reader.waitUntilAsked(1)
        #expect(service.promptOutcome == nil)
        reader.answer(.refused(.authenticationFailed))
        await service.promptIsDown()
        #expect(service.promptOutcome == .failed)
        service.send(.biometricsRequested)
        #expect(service.promptOutcome == nil)
        await reader.waitUntilAsked(2)
        reader.answer(.refused(.authenticationFailed))
        await service.promptIsDown()
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.promptOutcome == nil)
        service.requireLock()
        service.send(.biometricsRequested)
        await reader.waitUntilAsked(3)
        // One that took its place is up: what came of the former is not told for it.
        service.send(.biometricsRequested)
        await reader.waitUntilAsked(4)
        #expect(service.promptOutcome == nil)
        reader.answer(.authenticated)
        await service.promptIsDown()
        #expect(!service.isLocked)
    }

    @Test("C11 prompts never overlap, and going to the background takes them down")
    func promptsDoNotOverlap() async throws {
        let (service, reader) = try await gated()
        await reader.waitUntilAsked(1)
        await lifecycle.updateState(.inactive).value
        #expect(!service.state.isCovered && service.state.prompt != nil, "the system's own prompt")
        await lifecycle.updateState(.active).value
        #expect(reader.asked == 1)
        await lifecycle.updateState(.background).value
        await lifecycle.updateState(.active).value
        await reader.waitUntilAsked(2)
        service.send(.biometricsRequested)
        await reader.waitUntilAsked(3)
        #expect(reader.most == 1)
        reader.answer(.authenticated)
        #expect(await service.outcomeOfPrompt() == .unlocked)
        #expect(!service.isLocked)
    }

    @Test("C1 C5 a match that comes after a lock by hand opens nothing")
    func lateMatch() async throws {
        let service = try await relaunched()
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .done)
        service.lockApp()
        service.send(.biometricsRequested)
        async let outcome = service.outcomeOfPrompt()
        service.lockApp()
        #expect([.notAsked, .superseded].contains(await outcome))
        #expect(service.isLocked && service.vault.isLocked)
    }
}
