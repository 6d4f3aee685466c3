import LatchkeyShared
import LatchkeyTestSupport
import Testing

/// Tests the shared objects of docs/names.md. A process configures them once, so each test runs in its own process.
struct SharedExampleTests {
    @Test func coreServiceScreensChangeAndRemoveThePasscode() async {
        await #expect(processExitsWith: .success) {
            let screens = await configuredScreens()
            #expect(await screens.passcodeService.setPasscode("142536") == .done)
            #expect(await screens.change(from: "593072", to: "481920") == .passcodeNeeded)
            #expect(await screens.change(from: "142536", to: "481920") == .done)
            await screens.passcodeService.lockApp()
            #expect(await !screens.enter("142536"))
            #expect(await screens.useBiometrics() == "Enter your passcode.")
            #expect(await screens.enter("481920"))
            #expect(await screens.remove("481920") == .done)
            #expect(await !screens.passcodeService.isPasscodeEnabled)
        }
    }

    @Test func tokensAreRestoredAfterAMatch() async {
        await #expect(processExitsWith: .success) {
            _ = await configuredScreens()
            let tokens = await KeychainTokens(keychain: .shared, biometricService: .shared)
            await PasscodeService.shared.checkBiometricAvailability()
            #expect(await tokens.restore() == nil)
            try await tokens.save(access: "access", refresh: "refresh")
            #expect(await tokens.restore() == "refresh")
        }
    }
}

@MainActor private func configuredScreens() -> PasscodeScreens {
    let storage = InMemorySecureStorage(
        supporting: SecureStorageAccess.withoutMatch.union([.biometry(.currentEnrolment), .biometry(.anyEnrolment)]))
    let platform = LockPlatform(
        storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: MockBiometricAuth(.faceID),
        sources: [])
    Latchkey.configure(platform.withCheapPasscodes, reason: "Unlock the shop.")
    return PasscodeScreens(passcodeService: .shared)
}
