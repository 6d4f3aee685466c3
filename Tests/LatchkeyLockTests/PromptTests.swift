import Foundation
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The service's biometric prompt: its start and its reported outcome.
@MainActor struct PromptTests {
    private let device = Device()
    private let lifecycle = AppLifecycleManager(initialState: .active)

    /// Returns a locked, active app with the correct passcode, as after a relaunch.
    private func relaunched(biometrics: Bool = false) async throws -> PasscodeService {
        _ = try await device.unlockedVault(biometrics: biometrics)
        let service = device.service()
        await AppLockManager(service: service, lifecycle: lifecycle).start()
        return service
    }

    @Test("C11 the prompt comes up at launch and unlocks")
    func thePromptComesUpAtLaunchAndUnlocks() async throws {
        let service = try await relaunched(biometrics: true)
        #expect(await service.outcomeOfPrompt() == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
        service.lockApp()
        #expect(service.state.prompt == nil, "not after a manual lock")
        #expect(await service.authenticateWithBiometric() == .unlocked, "but on request")
        #expect(await service.authenticateWithBiometric() == .notPrompted, "and not while unlocked")
    }

    @Test("C11 automatic prompts can be disabled by app or system")
    func automaticPromptsCanBeDisabledByAppOrSystem() async throws {
        for choose in [
            { $0.adopt(locksWhenIdle: false, promptsAutomatically: false) }, { $0.note(isGuardedBySystem: true) },
        ] as [@MainActor (PasscodeService) -> Void] {
            let device = Device()
            _ = try await device.unlockedVault(biometrics: true)
            let service = device.service()
            choose(service)
            let lifecycle = AppLifecycleManager(initialState: .active)
            await AppLockManager(service: service, lifecycle: lifecycle).start()
            #expect(service.state.prompt == nil && service.isLocked)
            await lifecycle.updateState(.background).value
            await lifecycle.updateState(.active).value
            #expect(service.state.prompt == nil)
            #expect(await service.authenticateWithBiometric() == .unlocked)
        }
    }

    @Test("C11 disabling the system's own prompt re-enables automatic prompts")
    func disablingTheSystemsOwnPromptReEnablesAutomaticPrompts() async throws {
        let service = device.service()
        service.note(isGuardedBySystem: true)
        #expect(!service.state.promptsAutomatically)
        service.note(isGuardedBySystem: false)
        #expect(service.state.promptsAutomatically)
        service.adopt(locksWhenIdle: false, promptsAutomatically: false)
        service.note(isGuardedBySystem: false)
        #expect(!service.state.promptsAutomatically, "the app's choice stays")
    }

    /// Returns a relaunched app with a reader controlled by the test.
    private func gated() async throws -> (PasscodeService, GatedReader) {
        let reader = GatedReader()
        return (try await relaunched(with: reader), reader)
    }

    /// Returns a relaunched, active app with biometrics enabled.
    private func relaunched(with reader: some BiometricAuthProtocol) async throws -> PasscodeService {
        var linux = device
        linux.isReaderGated = true
        let first = try await linux.unlockedVault(biometrics: true)
        first.lock()
        let parts = Vault.Parts(
            storage: linux.storage, device: StoredDeviceSecret(storage: linux.storage),
            biometrics: ReaderGatedBiometricKey(storage: linux.storage, biometrics: reader),
            installation: linux.marker, policy: .destroySlots, clock: linux.clock)
        let service = PasscodeService(
            vault: Vault(parts, parameters: Device.cheap ?? .standard), biometrics: reader, reason: "Unlock the test.")
        await AppLockManager(service: service, lifecycle: lifecycle).start()
        return service
    }

    @Test func promptOutcomeLastsUntilTheNextPromptOrLockChange() async throws {
        let (service, reader) = try await gated()
        await reader.waitUntilPrompted(1)
        #expect(service.promptOutcome == nil)
        reader.respond(.rejected(.authenticationFailed))
        await service.promptIsDown()
        #expect(service.promptOutcome == .failed)
        service.send(.biometricsRequested)
        #expect(service.promptOutcome == nil)
        await reader.waitUntilPrompted(2)
        reader.respond(.rejected(.authenticationFailed))
        await service.promptIsDown()
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.promptOutcome == nil)
        service.requireLock()
        service.send(.biometricsRequested)
        await reader.waitUntilPrompted(3)
        // A newer prompt is shown, so the outcome of the previous one is not reported.
        service.send(.biometricsRequested)
        await reader.waitUntilPrompted(4)
        #expect(service.promptOutcome == nil)
        reader.respond(.authenticated)
        await service.promptIsDown()
        #expect(!service.isLocked)
    }

    @Test("C11 prompts never overlap and are dismissed in the background")
    func promptsNeverOverlapAndAreDismissedInTheBackground() async throws {
        let (service, reader) = try await gated()
        await reader.waitUntilPrompted(1)
        await lifecycle.updateState(.inactive).value
        #expect(!service.state.isCovered && service.state.prompt != nil, "the system's own prompt")
        await lifecycle.updateState(.active).value
        #expect(reader.asked == 1)
        await lifecycle.updateState(.background).value
        await lifecycle.updateState(.active).value
        await reader.waitUntilPrompted(2)
        service.send(.biometricsRequested)
        await reader.waitUntilPrompted(3)
        #expect(reader.most == 1)
        reader.respond(.authenticated)
        #expect(await service.outcomeOfPrompt() == .unlocked)
        #expect(!service.isLocked)
    }

    /// Shows a prompt of the app itself. Returns its task, and a continuation for its result.
    private func appPrompt(
        of service: PasscodeService
    ) async -> (Task<Bool?, Never>, response: AsyncStream<Bool>.Continuation) {
        let (up, isUp) = AsyncStream.makeStream(of: Void.self)
        let (responses, response) = AsyncStream.makeStream(of: Bool.self)
        let prompt = Task {
            await service.prompt {
                isUp.finish()
                for await response in responses { return response }
                return false
            }
        }
        for await _ in up {}
        return (prompt, response)
    }

    @Test("C11 an app's own prompt is not an absence on Mac")
    func anAppsOwnPromptIsNotAnAbsenceOnMac() async throws {
        let service = try await relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        let (prompt, response) = await appPrompt(of: service)
        lifecycle.updateState(.inactive)
        lifecycle.reportLeave()
        device.clock.advance(by: .seconds(3600))
        response.yield(true)
        #expect(await prompt.value == true)
        lifecycle.updateState(.active)
        #expect(!service.isLocked)
        // Without a prompt, the same events are an absence.
        lifecycle.updateState(.inactive)
        lifecycle.reportLeave()
        device.clock.advance(by: .seconds(3600))
        lifecycle.updateState(.active)
        #expect(service.isLocked)
    }

    @Test("C11 locking dismisses the app's own prompts and blocks new ones")
    func lockingDismissesTheAppsOwnPromptsAndBlocksNewOnes() async throws {
        let service = try await relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        let reader = GatedReader()
        let prompt = Task { await service.prompt { await reader.authenticate(reason: "test") } }
        await reader.waitUntilPrompted(1)
        service.lockApp()
        // Too late: the prompt was already dismissed.
        reader.respond(.authenticated)
        #expect(await prompt.value == .rejected(.appCanceled))
        #expect(await service.prompt { true } == nil)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.prompt { true } == true)
        await lifecycle.updateState(.background).value
        #expect(await service.prompt { true } == nil)
    }

    @Test("C11 backgrounding dismisses app prompts, including queued ones, without locking")
    func backgroundingDismissesAppPromptsIncludingQueuedOnesWithoutLocking() async throws {
        let service = try await relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        let reader = GatedReader()
        let prompt = Task { await service.prompt { await reader.authenticate(reason: "test") } }
        await reader.waitUntilPrompted(1)
        let waiting = Task { await service.prompt { await reader.authenticate(reason: "test") } }
        await lifecycle.updateState(.inactive).value
        // A system prompt makes the app inactive, which dismisses nothing.
        #expect(reader.asked == 1 && !service.isLocked)
        await lifecycle.updateState(.background).value
        // Too late: the prompt was already dismissed.
        reader.respond(.authenticated)
        #expect(await prompt.value == .rejected(.appCanceled))
        #expect(await waiting.value == nil)
        #expect(!service.isLocked)
    }

    @Test("C11 lock prompts and app prompts never overlap")
    func lockPromptsAndAppPromptsNeverOverlap() async throws {
        let (service, reader) = try await gated()
        await reader.waitUntilPrompted(1)
        let prompt = Task { await service.prompt { await reader.authenticate(reason: "test") } }
        for _ in 1...1_000 where reader.asked == 1 { await Task.yield() }
        #expect(reader.asked == 1)
        reader.respond(.authenticated)
        await reader.waitUntilPrompted(2)
        #expect(!service.isLocked && reader.most == 1)
        // After a lock, the new prompt waits until this one is dismissed.
        service.requireLock()
        service.send(.biometricsRequested)
        #expect(await prompt.value == .rejected(.appCanceled))
        await reader.waitUntilPrompted(3)
        #expect(reader.most == 1)
        reader.respond(.authenticated)
        await service.promptIsDown()
        #expect(!service.isLocked)
    }

    @Test("C11 a new prompt waits until the previous one closes")
    func aNewPromptWaitsUntilThePreviousOneCloses() async throws {
        let reader = GatedReader(heedsCancellation: false)
        let service = try await relaunched(with: reader)
        await reader.waitUntilPrompted(1)
        service.send(.biometricsRequested)
        // Yields long enough for a premature prompt to be shown.
        for _ in 1...5_000 where reader.asked == 1 { await Task.yield() }
        #expect(reader.asked == 1)
        reader.respond(.rejected(.appCanceled))
        await reader.waitUntilPrompted(2)
        #expect(reader.most == 1)
        reader.respond(.rejected(.appCanceled))
        await service.promptIsDown()
        #expect(service.isLocked)
    }

    @Test("C1 C5 late match after a manual lock opens nothing")
    func lateMatchAfterAManualLockOpensNothing() async throws {
        let service = try await relaunched()
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .done)
        service.lockApp()
        service.send(.biometricsRequested)
        async let outcome = service.outcomeOfPrompt()
        service.lockApp()
        #expect([.notPrompted, .superseded].contains(await outcome))
        #expect(service.isLocked && service.vault.isLocked)
    }
}
