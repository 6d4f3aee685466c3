import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeySession

/// The app's queries about its session's account.
@MainActor struct AccountTests {
    private let device = Device()

    @Test("ASVS-7.5.2 sessions are listed and ended")
    func sessionsAreListedAndEnded() async throws {
        let (app, _) = await device.ready()
        let second = Device(server: device.server)
        let other = await second.launched()
        await other.signIn()
        let all = try await app.model.sessions()
        #expect(all.count == 2 && all.filter(\.current).count == 1)
        await #expect(throws: SessionError.api(.notFound)) { try await app.model.endSession(id: "999") }
        try await app.model.endSession(id: try #require(all.first { !$0.current }).id)
        #expect(try await app.model.sessions().map(\.current) == [true])
        await other.model.signInAgain()
        await other.signIn()
        #expect(try await app.model.sessions().count == 2)
        try await app.model.endOtherSessions()
        #expect(try await app.model.sessions().map(\.current) == [true])
        #expect(app.model.state == .ready)
    }

    @Test("MASVS-PRIVACY-3 activity is read page by page")
    func activityIsReadPageByPage() async throws {
        let (app, _) = await device.ready()
        await device.server.forgetCalls()
        let next = try await app.model.activity(limit: 20).next
        #expect(try await app.model.activity(before: next).next == nil)
        #expect(await device.server.calls == ["activity - 20", "activity 7 0"])
    }

    @Test("C1 account calls are rejected while locked")
    func accountCallsAreRejectedWhileLocked() async {
        let (app, _) = await device.ready()
        app.lock.requireLock()
        await device.server.forgetCalls()
        await #expect(throws: SessionError.locked) { _ = try await app.model.sessions() }
        await #expect(throws: SessionError.locked) { _ = try await app.model.activity() }
        await #expect(throws: SessionError.locked) { try await app.model.endOtherSessions() }
        await #expect(throws: SessionError.locked) { try await app.model.endSession(id: "1") }
        await #expect(throws: SessionError.locked) { try await app.model.deleteAccount(confirming: .right) }
        #expect(await device.server.calls.isEmpty)
    }

    @Test("MASVS-PRIVACY-4 deleting an account erases local data")
    func deletingAnAccountErasesLocalData() async throws {
        let (app, note) = await device.ready()
        await #expect(throws: SessionError.self) { try await app.model.deleteAccount() }
        await #expect(throws: SessionError.self) { try await app.model.deleteAccount(confirming: .wrong) }
        #expect(app.model.state == .ready && app.reads(note), "nothing was done")
        try await app.model.deleteAccount(confirming: .right)
        #expect(await device.server.accounts.isEmpty)
        #expect(app.model.state == .signedOut && app.model.user == nil)
        for key in LeavingTests.keys { #expect(try await !device.storage.exists(for: key), "\(key)") }
    }

    @Test func offlineAccountDeletionIsRejectedAndErasesNothing() async {
        let (app, note) = await device.ready()
        await device.server.setOffline(true)
        await #expect(throws: SessionError.api(.offline)) {
            try await app.model.deleteAccount(confirming: .right)
        }
        #expect(app.model.state == .ready && app.reads(note))
    }

    @Test func signedInUsersRequestAResetWithoutAnEmailAddress() async throws {
        let (app, _) = await device.ready()
        await device.server.forgetCalls()
        try await app.model.requestPasscodeReset()
        #expect(await device.server.calls == ["reset-request"])
        app.lock.requireLock()
        await device.server.forgetCalls()
        try await app.model.requestPasscodeReset()
        #expect(await device.server.calls == ["reset-request ada@example.org"], "the tokens are sealed")
        let next = await device.launched()
        await #expect(throws: SessionError.locked) { try await next.model.requestPasscodeReset() }
        await next.model.signInAgain()
        await #expect(throws: SessionError.signedOut) { try await next.model.requestPasscodeReset() }
    }

    @Test func lockedUserCanRequestAPasscodeReset() async throws {
        let (app, _) = await device.ready()
        await app.model.signInAgain()
        await app.signIn()
        #expect(app.model.state == .locked)
        await device.server.forgetCalls()
        try await app.model.requestPasscodeReset()
        #expect(await device.server.calls == ["reset-request"])
        await device.server.endSessions()
        await #expect(throws: SessionError.ended) { try await app.model.requestPasscodeReset() }
        #expect(app.model.state == .signedOut)
    }
}
