import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// An app's user stories, with a real server.
@Suite(.whereTheServerIsBuilt) @MainActor struct SessionServerFlows {
    private let server: ServerProcess
    private let mailbox: Mailbox
    private let device: Device

    init() throws {
        server = try ServerProcess()
        mailbox = Mailbox(server: server)
        device = try Device(server)
    }

    @Test("C1 C8 an unlock is confirmed online and works offline")
    func anUnlockIsConfirmedOnlineAndWorksOffline() async throws {
        let (app, note) = try await mailbox.ready(device)
        app.lock.requireLock()
        #expect(!app.reads(note))
        #expect(await app.model.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        try server.stop()
        let offline = await device.launched()
        #expect(offline.model.state == .locked)
        #expect(await offline.model.unlock(with: .right) == .unlocked)
        #expect(await offline.model.confirmed() == .unconfirmed(.api(.offline)))
        #expect(offline.reads(note))
        #expect(await offline.model.changePasscode(from: .right, to: .other) == .failed(.api(.offline)))
        #expect(await offline.model.setTimeout(.oneMinute) == .failed(.api(.offline)))
        try server.start()
        let online = await device.launched()
        #expect(await online.model.unlock(with: .right) == .unlocked)
        #expect(await online.model.confirmed() == .confirmed)
        #expect(online.reads(note))
    }

    @Test func setUpLaterThenSetAPasscode() async throws {
        let app = await device.launched()
        try await mailbox.signIn(app)
        #expect(app.model.state == .offeringPasscodeSetup)
        #expect(await app.model.setUpLater() == nil)
        #expect(app.model.state == .ready)
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(await device.launched().model.state == .locked)
    }

    @Test("C8 a passcode change on another device ends this session")
    func aPasscodeChangeOnAnotherDeviceEndsThisSession() async throws {
        let (app, note) = try await mailbox.ready(device)
        let other = try await Device(server).launched()
        try await mailbox.signIn(other)
        #expect(await other.model.unlock(with: .right) == .unlocked)
        #expect(await other.model.changePasscode(from: .right, to: .other) == .done)
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .failed(.ended))
        #expect(await app.model.confirmed() == .sessionEnded)
        #expect(app.model.state == .signedOut && !app.reads(note))
        try await mailbox.signIn(app)
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .wrong(remaining: 9))
        #expect(await app.model.unlock(with: .other) == .unlocked)
        #expect(app.reads(note))
    }

    @Test("C8 an email reset from the lock screen keeps sealed data")
    func anEmailResetFromTheLockScreenKeepsSealedData() async throws {
        let (_, note) = try await mailbox.ready(device)
        let app = await device.launched()
        #expect(try await mailbox.reset(app, to: .other) == .done, "one email")
        #expect(app.model.state == .ready && app.model.notice == .passcodeReset && app.reads(note))
        #expect(try await app.model.sessions().count == 1)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .other) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(next.reads(note))
    }

    @Test("C8 an email reset after sign-in unlocks and keeps sealed data")
    func aResetAfterSignInUnlocksAndKeepsSealedData() async throws {
        let (app, note) = try await mailbox.ready(device)
        await app.model.signInAgain()
        try await mailbox.signIn(app)
        try await app.model.requestPasscodeReset()
        let code = try await server.takeCode(to: mailbox.email, from: .reset)
        let proof = SignInProof.code(code, email: mailbox.email)
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .done)
        #expect(app.model.state == .ready && app.reads(note))
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .other) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
    }

    @Test("C3 C8 sign-in and passcode recover data after ten failed attempts")
    func signInAndPasscodeRecoverDataAfterTenFailedAttempts() async throws {
        let (app, note) = try await mailbox.ready(device)
        app.lock.requireLock()
        for _ in 1...9 {
            _ = await app.model.unlock(with: .wrong)
            device.lockClock.advance(by: .seconds(160))
        }
        #expect(await app.model.unlock(with: .wrong) == .exhausted)
        #expect(app.model.state == .signedOut)
        try await mailbox.signIn(app)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
    }

    @Test func aNewDeviceUnlocksOnlineFirstAndOfflineAfterwards() async throws {
        _ = try await mailbox.ready(device)
        let second = try Device(server)
        let app = await second.launched()
        try await mailbox.signIn(app)
        #expect(app.model.state == .locked && app.lock.protection == .absent)
        #expect(await app.model.unlock(with: .wrong) == .wrong(remaining: 9))
        try server.stop()
        #expect(await app.model.unlock(with: .right) == .failed(.api(.offline)))
        try server.start()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        try server.stop()
        let next = await second.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
    }

    @Test func aPasscodeIsDisabledAndEnabledAgain() async throws {
        let (app, note) = try await mailbox.ready(device)
        #expect(await app.model.disablePasscode(confirming: .right) == .done)
        #expect(app.reads(note) && !app.lock.isPasscodeEnabled)
        let open = await device.launched()
        #expect(await open.model.confirmed() == .confirmed)
        #expect(open.model.state == .ready && open.reads(note))
        #expect(await open.model.enablePasscode(.wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await open.model.enablePasscode(.right) == .done)
        let locked = await device.launched()
        #expect(locked.model.state == .locked)
        #expect(await locked.model.unlock(with: .right) == .unlocked)
        #expect(await locked.model.confirmed() == .confirmed)
        #expect(locked.reads(note))
    }

    @Test func aTimeoutSetOnOneDeviceAppliesToAllDevices() async throws {
        let (app, _) = try await mailbox.ready(device)
        let second = try Device(server)
        let other = await second.launched()
        try await mailbox.signIn(other)
        #expect(await other.model.unlock(with: .right) == .unlocked)
        let before = try #require(app.model.user?.passcodeTimeoutMinutes)
        #expect(app.lock.timeout.rawValue == before && other.lock.timeout.rawValue == before)
        #expect(await app.model.setTimeout(.oneHour) == .passcodeNeeded)
        #expect(await app.model.setTimeout(.oneHour, confirming: .right) == .done)
        other.lock.requireLock()
        #expect(await other.model.unlock(with: .right) == .unlocked)
        #expect(await other.model.confirmed() == .confirmed)
        #expect(other.lock.timeout == .oneHour)
        #expect(await app.model.setTimeout(.immediately) == .done)
        #expect(app.lock.timeout == .immediately && app.model.user?.passcodeTimeoutMinutes == 1)
    }

    @Test func idleSessionsContinueButManuallyLockedOnesRequireThePasscode() async throws {
        let (app, _) = try await mailbox.ready(device)
        try server.advanceClock(by: 7200)
        #expect(try await app.model.sessions().count == 1, "the access token has run out, and the session is idle")
        let server = try #require(device.api)
        try await app.model.perform { token async throws(APIError) in try await server.lock(accessToken: token) }
        await #expect(throws: SessionError.api(.locked)) { _ = try await app.model.sessions() }
        #expect(app.model.state == .locked && app.model.notice == .passcodeNeeded)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(await app.model.lockNow() == .everywhere)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(try await app.model.sessions().count == 1)
        try await app.model.perform { token async throws(APIError) in try await server.lock(accessToken: token) }
        // A backend whose introspection library reports every rejection as 401.
        await #expect(throws: SessionError.api(.locked)) {
            try await app.model.perform { token async throws(APIError) in
                do throws(APIError) { _ = try await server.sessions(accessToken: token) } catch {
                    throw error == .locked ? .unauthenticated : error
                }
            }
        }
        #expect(app.model.state == .locked && app.model.notice == .passcodeNeeded)
    }

    @Test func sessionsAndActivityAreShownAndOthersEnded() async throws {
        let (app, _) = try await mailbox.ready(device)
        let other = try await Device(server).launched()
        try await mailbox.signIn(other, named: "Workshop")
        #expect(await other.model.unlock(with: .right) == .unlocked)
        let sessions = try await app.model.sessions()
        #expect(sessions.map(\.deviceName).contains("Workshop"))
        let page = try await app.model.activity(limit: 1)
        #expect(page.events.map(\.kind) == [.signedIn])
        #expect(try await app.model.activity(before: page.next).events.map(\.kind) == [.passcodeSet, .signedIn])
        try await app.model.endSession(id: try #require(sessions.first { !$0.current }).id)
        await #expect(throws: SessionError.ended) { _ = try await other.model.sessions() }
        #expect(other.model.state == .signedOut)
        try await mailbox.signIn(other)
        #expect(await other.model.unlock(with: .right) == .unlocked)
        try await app.model.endOtherSessions()
        #expect(try await app.model.sessions().map(\.current) == [true])
    }

    @Test func signingOutEndsTheSessionAndErasesTheVault() async throws {
        let (app, note) = try await mailbox.ready(device)
        let other = try await Device(server).launched()
        try await mailbox.signIn(other)
        #expect(await other.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.signOut() == nil)
        await app.model.logout?.value
        #expect(try await other.model.sessions().count == 1)
        for key in LeavingTests.keys { #expect(try await !device.storage.exists(for: key), "\(key)") }
        try await mailbox.signIn(app)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.model.state == .ready && !app.reads(note))
    }

    @Test("MASVS-PRIVACY-4 deleting an account erases it on server and device")
    func deletingAnAccountErasesItOnServerAndDevice() async throws {
        let (app, _) = try await mailbox.ready(device)
        let left = SessionError.api(
            .incorrectPasscode(attemptsRemaining: 9, retryAfter: .zero, sessionEnded: false))
        await #expect(throws: left) { try await app.model.deleteAccount(confirming: .wrong) }
        try await app.model.deleteAccount(confirming: .right)
        #expect(app.model.state == .signedOut)
        for key in LeavingTests.keys { #expect(try await !device.storage.exists(for: key), "\(key)") }
        try await mailbox.signIn(app)
        #expect(app.model.state == .offeringPasscodeSetup, "a new account")
    }
}
