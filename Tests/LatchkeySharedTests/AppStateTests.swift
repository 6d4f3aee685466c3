import LatchkeyAPI
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyShared

@MainActor
struct AppStateTests {
    private let device = TestDevice()
    private let server = MockSessionAPI()

    @Test func passcodeIsOfferedAfterSignInAndRequiredAtRelaunch() async throws {
        let app = await device.launch(server)
        let state = try #require(app.appState)
        await state.checkAuthState()
        #expect(state.authState == .unauthenticated && !app.passcodeService.isLocked)
        #expect(await app.account?.signIn(with: .code("code", email: server.email)) == .signedIn)
        #expect(state.authState == .passcodeSetup && state.currentUser?.hasPasscode == false)
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        #expect(state.authState == .authenticated && state.currentUser?.hasPasscode == true)
        let next = await device.afterRestart().launch(server)
        #expect(next.appState?.authState == .locked && next.passcodeService.isLocked)
        #expect(await next.passcodeService.unlockApp(with: "123456") == .unlocked)
        #expect(next.appState?.authState == .authenticated)
    }

    @Test func biometricsAloneRestoreTheSession() async throws {
        let app = await device.launch(server)
        let state = try #require(app.appState)
        #expect(!state.shouldPromptBiometricEnrollment())
        #expect(await app.account?.signIn(with: .code("code", email: server.email)) == .signedIn)
        #expect(state.shouldPromptBiometricEnrollment())
        #expect(await state.enableBiometric() == .done)
        #expect(state.biometricEnabled && state.authState == .authenticated)
        let next = await device.afterRestart().launch(server)
        guard case .success = await next.passcodeService.authenticateWithBiometric() else {
            Issue.record("no match")
            return
        }
        #expect(next.appState?.authState == .authenticated)
        #expect(await next.appState?.disableBiometric() == .done)
        #expect(next.appState?.biometricEnabled == false)
    }

    @Test(.timeLimit(.minutes(1))) func lockingTheAppLocksItsSessionToo() async throws {
        let app = await device.launch(server)
        #expect(await app.account?.signIn(with: .code("code", email: server.email)) == .signedIn)
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        app.passcodeService.lockApp()
        #expect(app.passcodeService.isLocked)
        while await !server.calls.contains(.lock) { await Task.yield() }
    }

    @Test func loggingOutDeletesTheTokensButNoTexts() async throws {
        let app = await device.launch(server)
        #expect(await app.account?.signIn(with: .code("code", email: server.email)) == .signedIn)
        try await app.keychain.set("value", forKey: "setting")
        try await app.keychain.saveTokens(accessToken: "access", refreshToken: "refresh")
        try await app.keychain.saveBiometricTokens(accessToken: "access", refreshToken: "refresh")
        #expect(await app.appState?.logout() == nil)
        #expect(app.appState?.authState == .unauthenticated)
        #expect(try await app.keychain.getAccessToken() == nil)
        #expect(try await !app.keychain.hasBiometricTokens())
        #expect(try await app.keychain.get(forKey: "setting") == "value")
    }

    @Test func clearingAllErasesAllData() async throws {
        let app = await device.launch(server)
        #expect(await app.account?.signIn(with: .code("code", email: server.email)) == .signedIn)
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        try await app.keychain.set("value", forKey: "setting")
        try await app.keychain.clearAll()
        #expect(app.appState?.authState == .unauthenticated)
        #expect(try await device.names.isEmpty)
    }
}
