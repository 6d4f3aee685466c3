import LatchkeyShared
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// Configuration, which is allowed once per process. Each test therefore runs in its own process.
struct LatchkeyTests {
    @Test func sharedObjectsRequireAConfiguration() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = await PasscodeService.shared
        }
        #expect(text(of: result).contains("Call Latchkey.configure(…) in your app's init before"))
    }

    @Test func configuringTwiceTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await configure()
            await configure()
        }
        #expect(text(of: result).contains("Latchkey.configure was called twice"))
    }

    @Test func accountRequiresAServer() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await configure()
            _ = await AppState.shared
        }
        #expect(text(of: result).contains("Pass your server to Latchkey.configure"))
    }

    @Test func sharedObjectsUseTheConfiguration() async {
        await #expect(processExitsWith: .success) {
            await configure()
            #expect(await PasscodeService.shared.setPasscode("123456") == .done)
            #expect(await KeychainManager.shared.isPasscodeEnabled())
            #expect(await PasscodeService.shared.verifyPasscode("123456"))
            #expect(await BiometricService.shared === BiometricService.shared)
            #expect(await BiometricAuthManager.shared.hasTouchID == false)
            await AppLifecycleManager.shared.updateState(.background).value
            #expect(await AppLifecycleManager.shared.currentState == .background)
        }
    }

    @Test func accountObjectsUseTheConfiguration() async {
        await #expect(processExitsWith: .success) {
            let server = MockSessionAPI()
            await Latchkey.configure(platform(), api: server, reason: "Unlock the shop.")
            await AppState.shared.checkAuthState()
            #expect(await AppState.shared.authState == .unauthenticated)
            #expect(await AuthManager.shared.signIn(with: .code("code", email: server.email)) == .signedIn)
            #expect(await AppState.shared.authState == .passcodeSetup)
        }
    }

    @Test func accountAppliesTheAppsOptions() async {
        await #expect(processExitsWith: .success) {
            let (server, legacy) = (MockSessionAPI(), InMemorySecureStorage())
            try await legacy.save("abc", for: "passcodeHash")
            await Latchkey.configure(
                platform(), api: server, reason: "Unlock the shop.", unprotectedLaunch: .restore,
                sealsWithoutPasscode: false, legacy: StoredLegacyPasscode(storage: legacy))
            await AppState.shared.checkAuthState()
            #expect(try await !legacy.exists(for: "passcodeHash"))
            #expect(await AuthManager.shared.signIn(with: .code("code", email: server.email)) == .signedIn)
            #expect(await AuthManager.shared.setUpLater() == nil)
            #expect(await AuthManager.shared.vault.needsPasscodeForData)
            #expect(await AuthManager.shared.unprotectedLaunch == .restore)
        }
    }

    private func text(of result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
}

/// Configures an app without an account, in memory.
@MainActor private func configure() {
    Latchkey.configure(platform(), reason: "Unlock the shop.", policy: .anySixDigits)
}

@MainActor private func platform() -> LockPlatform {
    let storage = InMemorySecureStorage()
    return LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: []).withCheapPasscodes
}
