import Foundation
import LatchkeyAPI
import LatchkeyCore
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

@MainActor struct TokenTests {
    private let device = Device()

    private func refreshes() async -> Int { await device.server.calls.count { $0 == "refresh" } }

    @Test func accessTokenIsRefreshedShortlyBeforeItExpires() async throws {
        let (app, _) = await device.ready()
        let first = try await app.call().get()
        device.clock.advance(by: .seconds(869))
        #expect(try await app.call().get() == first)
        #expect(await refreshes() == 0)
        device.clock.advance(by: .seconds(1))
        #expect(try await app.call().get() != first)
        #expect(await refreshes() == 1)
    }

    @Test func concurrentCallsShareOneTokenRefresh() async throws {
        let (app, _) = await device.ready()
        device.clock.advance(by: .seconds(900))
        async let one = app.call()
        async let two = app.call()
        let (a, b) = await (one, two)
        #expect(try a.get() == b.get())
        #expect(await refreshes() == 1)
    }

    @Test("MASVS-AUTH-1 rejected access token is refreshed once")
    func rejectedAccessTokenIsRefreshedOnce() async throws {
        let (app, _) = await device.ready()
        await device.server.expireAccessTokens()
        let server = device.server
        try await app.model.perform { token async throws(APIError) in try await server.lock(accessToken: token) }
        #expect(await refreshes() == 1)
    }

    /// An error of a call to the app's own server.
    private enum OwnError: Error, Equatable { case teapot }

    @Test func callsThatThrowCustomErrorsStillRefreshTheToken() async throws {
        let (app, _) = await device.ready()
        await device.server.expireAccessTokens()
        let server = device.server
        let asked = LockedValue(0)
        try await app.model.perform { token in
            asked.withLock { $0 += 1 }
            try await server.lock(accessToken: token)
            if asked.withLock({ $0 }) > 2 { throw OwnError.teapot }
        }
        #expect(asked.withLock { $0 } == 2)
        #expect(await refreshes() == 1)
        await #expect(throws: OwnError.teapot) { try await app.model.perform { _ in throw OwnError.teapot } }
        await #expect(throws: CancellationError.self) { try await app.model.perform { _ in throw CancellationError() } }
        await #expect(throws: SessionError.api(.notFound)) {
            try await app.model.perform { _ in throw APIError.notFound }
        }
        app.lock.requireLock()
        await #expect(throws: SessionError.locked) { try await app.model.perform { _ in throw OwnError.teapot } }
    }

    @Test("V13 manually locked session reported as 401 locks the app", arguments: [true, false])
    func manuallyLockedSessionReportedAs401LocksTheApp(isManual: Bool) async {
        let (app, note) = await device.ready()
        await device.server.lockSessions(manually: isManual)
        let server = device.server
        // An introspection library that reports every rejection as 401.
        let call: @Sendable (String) async throws(APIError) -> Int = { token async throws(APIError) in
            do throws(APIError) { return try await server.sessions(accessToken: token).sessions.count } catch {
                throw error == .locked ? .unauthenticated : error
            }
        }
        guard isManual else {
            // A refresh unlocks a session after an idle lock.
            await #expect(throws: Never.self) { try await app.model.perform(call) }
            return
        }
        await #expect(throws: SessionError.api(.locked)) { try await app.model.perform(call) }
        #expect(app.model.state == .locked && app.model.notice == .passcodeNeeded && !app.reads(note))
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        await #expect(throws: Never.self) { try await app.model.perform(call) }
    }

    @Test func concurrentRefreshesOfTwoProcessesLoseNoToken() async throws {
        let (first, _) = await device.ready()
        let second = await device.launched()
        _ = await second.model.unlock(with: .right)
        _ = await second.model.confirmed()
        await device.server.setOnResponse { number in
            // Delays the first of two responses, so that the other process can overtake it.
            if !number.isMultiple(of: 2) { for _ in 1...2000 { await Task.yield() } }
        }
        for _ in 1...5 {
            device.clock.advance(by: .seconds(900))
            async let one = first.call()
            async let two = second.call()
            for result in await [one, two] { _ = try result.get() }
        }
        #expect(await device.server.reuses == 0)
        #expect(first.model.state == .ready && second.model.state == .ready)
    }

    @Test("C8 cancelling a call during token refresh loses no token")
    func cancellingACallDuringTokenRefreshLosesNoToken() async throws {
        let (app, note) = await device.ready()
        device.clock.advance(by: .seconds(900))
        let caller = LockedValue<Task<Void, Never>?>(nil)
        await device.server.setOnResponse { _ in caller.withLock { $0?.cancel() } }
        let task = Task { _ = await app.call() }
        caller.withLock { $0 = task }
        await task.value
        await device.server.setOnResponse { _ in }
        await device.server.forgetPreviousTokens()
        _ = try await app.call().get()
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(await device.server.reuses == 0)
        #expect(next.reads(note))
    }

    @Test("C8 retry after a failed write loses no token")
    func retryAfterAFailedWriteLosesNoToken() async throws {
        _ = await device.ready()
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await app.launch()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        device.clock.advance(by: .seconds(900))
        await device.server.setOnResponse { _ in await storage.setBroken(true) }
        #expect(await app.call() == .failure(.storage(.locked)))
        await app.model.start()
        #expect(app.model.state == .locked && app.model.problem == .storage(.locked))
        await device.server.setOnResponse { _ in }
        await storage.setBroken(false)
        await device.server.forgetPreviousTokens()
        await app.model.start()
        if app.model.state == .locked { #expect(await app.model.unlock(with: .right) == .unlocked) }
        _ = await app.model.confirmed()
        _ = try await app.call().get()
        #expect(await device.server.reuses == 0)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
    }

    @Test("C8 refresh token of another account is rejected")
    func refreshTokenOfAnotherAccountIsRejected() async throws {
        let (app, note) = await device.ready()
        await device.server.addAccount("eve@example.org")
        let planted = try await device.server.signIn(
            with: .code("right", email: "eve@example.org"), deviceName: nil)
        let record = try #require(try await app.auth.store.load())
        let sealed = try app.lock.vault.seal(Data(planted.refreshToken.utf8), for: record.purpose)
        try await app.auth.store.update { $0?.sealedRefreshToken = sealed }
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .failed(.ended))
        #expect(next.model.state != .ready && !next.reads(note) && next.model.user?.email != "eve@example.org")
        #expect(try await app.auth.store.load()?.sealedRefreshToken == nil)
    }

    @Test func signOutByAnotherProcessEndsThisSessionToo() async {
        let (first, _) = await device.ready()
        let second = await device.launched()
        _ = await second.model.unlock(with: .right)
        _ = await second.model.confirmed()
        #expect(await second.model.signOut() == nil)
        device.clock.advance(by: .seconds(900))
        #expect(await first.call() == .failure(.signedOut))
        #expect(first.model.state == .signedOut)
    }

    @Test("C8 token received after locking is stored and survives relaunch")
    func tokenReceivedAfterLockingIsStoredAndSurvivesRelaunch() async throws {
        let (app, note) = await device.ready()
        device.clock.advance(by: .seconds(900))
        let lock = app.lock
        await device.server.setOnResponse { _ in await lock.requireLock() }
        #expect(await app.call() == .failure(.locked))
        await device.server.setOnResponse { _ in }
        // The server rejects the previous token before the next launch.
        await device.server.forgetPreviousTokens()
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(next.reads(note) && next.model.state == .ready)
    }

    @Test("C5 lock during token refresh wins and seals the token")
    func lockDuringTokenRefreshWinsAndSealsTheToken() async throws {
        let (app, _) = await device.ready()
        device.clock.advance(by: .seconds(900))
        let lock = app.lock
        await device.server.setOnCall { call in if call == "refresh" { await lock.requireLock() } }
        #expect(await app.call() == .failure(.locked))
        await device.server.setOnCall { _ in }
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(await device.server.reuses == 0)
        let next = await device.launched()
        _ = await next.model.unlock(with: .right)
        #expect(await next.model.confirmed() == .confirmed)
    }

    @Test func tokenRefreshLiftsIdleLocksButNotManualLocks() async throws {
        let (app, _) = await device.ready(biometrics: true)
        let server = device.server
        let settings: @Sendable (String) async throws(APIError) -> User = { token throws(APIError) in
            try await server.changeSettings(PasscodeSettingsRequest(passcodeEnabled: true), accessToken: token)
        }
        await server.lockSessions(manually: false)
        _ = try await app.model.perform(settings)
        await server.lockSessions(manually: true)
        await #expect(throws: SessionError.api(.locked)) { try await app.model.perform(settings) }
        #expect(app.model.state == .locked && app.model.notice == .passcodeNeeded)
        #expect(await app.model.unlockWithBiometrics() == .passcodeNeeded)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        _ = try await app.model.perform(settings)
    }

    @Test("C9 NIST-5.1-4 MASVS-STORAGE-1 stored records and descriptions contain no token")
    func storedRecordsAndDescriptionsContainNoToken() async throws {
        let (app, _) = await device.ready()
        let record = try #require(try await app.auth.store.load())
        #expect(record.sealedRefreshToken != nil)
        #expect(!"\(record)".contains("refresh-"))
        #expect(record.sealedRefreshToken?.range(of: Data("refresh-".utf8)) == nil)
    }
}
