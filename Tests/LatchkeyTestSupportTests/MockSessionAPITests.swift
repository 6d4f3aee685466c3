import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyTestSupport
import Testing

@MainActor
@Suite struct MockSessionAPITests {
    private let server = MockSessionAPI()

    @Test func mockSessionSignsInLocksAndUnlocks() async throws {
        let storage = MockSecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(platform, api: server, reason: "Test.", sessionLock: InProcessSessionLock())
        let passcode = try #require(Passcode("593072"))
        await session.start()
        #expect(await session.signIn(with: .code("any", email: server.email)) == .signedIn)
        #expect(await session.setPasscode(passcode) == .done)
        #expect(await session.lockNow() == .everywhere)
        #expect(await session.unlock(with: passcode) == .unlocked)
        #expect(await session.confirmed() == .confirmed)
        #expect(try await session.sessions().map(\.current) == [true])
        await server.endSessions()
        await #expect(throws: SessionError.ended) { try await session.sessions() }
        #expect(session.state == .signedOut)
    }

    @Test func mockRequiresARecentPasscodeLikeABackend() async throws {
        let age = Duration.seconds(300)
        let first = try await signIn().accessToken
        // The account has no passcode.
        await #expect(throws: APIError.passcodeTooOld(maxAge: age)) {
            try await server.demandPasscode(maxAge: age, accessToken: first)
        }
        let token = try await setPasscode("593072", first).accessToken
        try await server.demandPasscode(maxAge: age, accessToken: token)
        await server.agePasscodes()
        await #expect(throws: APIError.passcodeTooOld(maxAge: age)) {
            try await server.demandPasscode(maxAge: age, accessToken: token)
        }
        let fresh = try await server.verifyPasscode("593072", accessToken: token).accessToken
        try await server.demandPasscode(maxAge: age, accessToken: fresh)
        await #expect(throws: APIError.unauthenticated) {
            try await server.demandPasscode(maxAge: age, accessToken: token)
        }
        try await server.lock(accessToken: fresh)
        await #expect(throws: APIError.locked) { try await server.demandPasscode(maxAge: age, accessToken: fresh) }
    }

    @Test func mockFailsOnceOnRequestAndChangesNothing() async throws {
        let token = try await signIn().accessToken
        await server.failNext(with: .internalError, on: .setPasscode)
        await server.failNext(with: .connectionLost)
        await #expect(throws: APIError.connectionLost) { try await server.sessions(accessToken: token) }
        await #expect(throws: APIError.internalError) { try await setPasscode("593072", token) }
        let user = try await setPasscode("593072", token).user
        #expect(user.hasPasscode && !user.locked)
        await server.setOffline(true)
        await #expect(throws: APIError.offline) { try await signIn() }
        await server.setOffline(false)
        #expect(try await signIn().user.locked)
    }

    @Test func mockRecordsCallsWithoutSecrets() async throws {
        let token = try await signIn().accessToken
        _ = try await setPasscode("593072", token)
        #expect(await server.calls == [.signIn, .setPasscode])
        #expect(!"\(await server.calls)".contains("593072"))
    }

    @Test func signInIsLockedWhenTheAccountHasAPasscode() async throws {
        let server = MockSessionAPI(passcode: "593072")
        let response = try await server.signIn(with: .link(token: "any"), deviceName: nil)
        #expect(response.user.locked)
        await #expect(throws: APIError.locked) { try await server.sessions(accessToken: response.accessToken) }
        let open = try await server.verifyPasscode("593072", accessToken: response.accessToken)
        #expect(!open.user.locked && open.recoveryKey != nil)
        // Verification replaces the tokens.
        await #expect(throws: APIError.unauthenticated) { try await server.sessions(accessToken: response.accessToken) }
        #expect(try await server.sessions(accessToken: open.accessToken).sessions.count == 1)
    }

    @Test func requiredPasscodeLocksSignInsByEmailAndByLogin() async throws {
        let server = MockSessionAPI(passcode: "593072")
        let locked = try await server.signIn(with: .link(token: "any"), deviceName: nil).accessToken
        let token = try await server.verifyPasscode("593072", accessToken: locked).accessToken
        let disabled = PasscodeSettingsRequest(passcodeEnabled: false, currentPasscode: "593072")
        _ = try await server.changeSettings(disabled, accessToken: token)
        await server.setPolicy(User.Policy(passcodeRequired: true))
        for proof in [SignInProof.link(token: "any"), .idToken("any")] {
            #expect(try await server.signIn(with: proof, deviceName: nil).user.locked)
        }
    }

    @Test func theTenthWrongPasscodeEndsTheSession() async throws {
        let server = MockSessionAPI(passcode: "593072")
        let token = try await server.signIn(with: .link(token: "any"), deviceName: nil).accessToken
        for failures in 1...10 {
            let error = APIError.incorrectPasscode(
                attemptsRemaining: 10 - failures, retryAfter: .zero, sessionEnded: failures == 10)
            await #expect(throws: error) { try await server.verifyPasscode("111222", accessToken: token) }
        }
        await #expect(throws: APIError.unauthenticated) {
            try await server.verifyPasscode("593072", accessToken: token)
        }
    }

    @Test func refreshTokenIsAcceptedUntilItsSuccessorIsUsed() async throws {
        let first = try await signIn().refreshToken
        let second = try await server.refresh(refreshToken: first).refreshToken
        let third = try await server.refresh(refreshToken: first).refreshToken
        #expect(second != third)
        _ = try await server.refresh(refreshToken: third)
        await #expect(throws: APIError.unauthenticated) { try await server.refresh(refreshToken: first) }
    }

    @Test func settingAPasscodeEndsTheOtherSessions() async throws {
        let (own, other) = (try await signIn().accessToken, try await signIn().accessToken)
        let token = try await setPasscode("593072", own).accessToken
        #expect(try await server.sessions(accessToken: token).sessions.count == 1)
        await #expect(throws: APIError.unauthenticated) { try await server.sessions(accessToken: other) }
    }

    @Test func codeForAnotherAddressSignsNoOneIn() async {
        await #expect(throws: APIError.invalidCode) {
            try await server.signIn(with: .code("any", email: "other@example.com"), deviceName: nil)
        }
    }

    private func signIn() async throws(APIError) -> SessionResponse {
        try await server.signIn(with: .code("any", email: server.email), deviceName: nil)
    }

    private func setPasscode(_ passcode: String, _ token: String) async throws(APIError) -> SessionResponse {
        try await server.setPasscode(passcode, currentPasscode: nil, accessToken: token)
    }
}
