import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyTestSupport
import LatchkeyUI
import Testing

/// Tests the account of docs/biometric-session.md.
@MainActor struct BackendSessionTests {
    private let stored = MockBiometricSession<BackendTokens>(user: \.userID)
    private let backend = FakeBackend()

    private func launched(isNewInstallation: Bool = false) async -> BackendAccount {
        let account = BackendAccount(backend, stored: stored, texts: .english)
        await account.start(isNewInstallation: isNewInstallation)
        return account
    }

    private func withBiometrics() async {
        let account = await launched()
        await account.signIn(email: "ann@example.com", password: "right")
        #expect(account.state == .signedIn && account.biometrics.isOffering)
        await account.biometrics.setOn(true)
    }

    @Test func launchRestoresTheSessionAndStoresItsNewTokens() async {
        #expect(await launched().state == .signedOut(nil))
        await withBiometrics()
        #expect(await launched().state == .signedIn)
        #expect(await stored.tokens == BackendTokens(userID: "ann@example.com", accessToken: "a2", refreshToken: "r2"))
    }

    @Test func twoWindowsRestoreTheSessionOnce() async {
        await withBiometrics()
        let account = BackendAccount(backend, stored: stored, texts: .english)
        async let first = account.start(isNewInstallation: false)
        async let second = account.start(isNewInstallation: false)
        _ = await (first, second)
        #expect(account.state == .signedIn)
        // With that of the sign-in's launch.
        #expect(await stored.calls.filter { $0 == .restore(reason: "Sign in to the shop.") }.count == 2)
    }

    @Test func anotherUsersTokensAreStoredOnlyWithConsent() async {
        await withBiometrics()
        await stored.failNext(with: .biometrics(.userCanceled), on: .restore)
        let account = await launched()
        await account.signIn(email: "ben@example.com", password: "right")
        #expect(account.biometrics.isOffering)
        await account.refreshed(BackendTokens(userID: "ben@example.com", accessToken: "a9", refreshToken: "r9"))
        #expect(await stored.tokens?.userID == "ann@example.com")
        await account.biometrics.setOn(true)
        #expect(await stored.tokens?.refreshToken == "r9")
    }

    @Test func declinedBiometricsAreOfferedAfterTheNextSignIn() async {
        let account = await launched()
        for _ in 0..<2 {
            await account.signIn(email: "ann@example.com", password: "right")
            #expect(account.biometrics.isOffering)
            account.biometrics.decline()
        }
        #expect(await launched().state == .signedOut(nil))
    }

    @Test func failedSessionRestoreRequiresSignIn() async {
        await withBiometrics()
        await stored.failNext(with: .biometrics(.userCanceled), on: .restore)
        #expect(await launched().state == .signedOut(nil))
        await stored.failNext(with: .biometrics(.lockout), on: .restore)
        guard case .signedOut(.some) = await launched().state else {
            Issue.record("a lockout has no text")
            return
        }
        await backend.setOffline(true)
        #expect(await launched().state != .signedIn)
        await backend.setOffline(false)
        #expect(await launched().state == .signedIn)
        await stored.changeEnrolment()
        #expect(await launched().state == .signedOut("Face ID or Touch ID has changed. Please sign in again."))
    }

    @Test func newInstallationNeverRestoresAnUndeletedSession() async {
        await withBiometrics()
        await stored.failNext(with: .storage(.locked), on: .clear)
        let account = BackendAccount(backend, stored: stored, texts: .english)
        #expect(await !account.start(isNewInstallation: true))
        guard case .signedOut(.some) = account.state else {
            Issue.record("a session that cannot be deleted has no text")
            return
        }
        #expect(await stored.calls.last == .clear)
        // The next launch is still the first.
        #expect(await launched(isNewInstallation: true).state == .signedOut(nil))
        #expect(await stored.tokens == nil)
    }

    @Test func signingOutAndANewInstallationDeleteTheSession() async {
        await withBiometrics()
        #expect(await launched(isNewInstallation: true).state == .signedOut(nil))
        await withBiometrics()
        let account = await launched()
        await account.signOut()
        #expect(account.state == .signedOut(nil))
        #expect(await launched().state == .signedOut(nil))
    }
}

private actor FakeBackend: Backend {
    private struct Failure: Error {}
    private var isOffline = false
    private var issued = 0

    func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

    func signIn(email: String, password: String) async throws -> BackendTokens {
        guard password == "right" else { throw Failure() }
        issued = 0
        return issue(email)
    }

    func resume(_ tokens: BackendTokens) async throws -> BackendTokens {
        guard !isOffline, tokens.refreshToken == "r\(issued)" else { throw Failure() }
        return issue(tokens.userID)
    }

    func signOut() async {}

    private func issue(_ userID: String) -> BackendTokens {
        issued += 1
        return BackendTokens(userID: userID, accessToken: "a\(issued)", refreshToken: "r\(issued)")
    }
}
