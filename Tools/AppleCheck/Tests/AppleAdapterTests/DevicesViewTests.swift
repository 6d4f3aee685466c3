import LatchkeyAPI
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import SwiftUI
import Testing

@testable import LatchkeyUI

/// The view of an account's devices whose vault requires the server.
@MainActor @Suite(.serialized) struct DevicesViewTests {
    private let texts = ScreenTexts.english
    private let server = FakeServer()

    /// Returns a session with one device, which requires the server by default.
    private func session(_ policy: User.Policy = User.Policy(serverUnlockRequired: true)) async -> SessionModel {
        await server.setPolicy(policy)
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: server, reason: "Unlock the test.", sessionLock: InProcessSessionLock())
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(.right) == .done)
        return session
    }

    private func load(_ view: DevicesView) async {
        for task in DrawnView(view).tasks { await task() }
    }

    @Test func shuttingADeviceRequiresThePasscode() async {
        let view = DevicesView(await session())
        #expect(DrawnView(view).texts == [texts[.devices], texts[.shutDeviceWarning]], "before the server responded")
        await load(view)
        #expect(DrawnView(view).texts.contains(texts[.unnamedDevice]))
        #expect(DrawnView(view).press(texts[.shutDevice]))
        #expect(DrawnView(view).texts.contains(texts[.enterCurrentPasscode]))
        for digit in ["4", "8", "1", "9", "2", "0"] { #expect(DrawnView(view).press(digit)) }
        await until { DrawnView(view).texts.contains(texts[.noDevices]) }
        #expect(!DrawnView(view).texts.contains(texts[.enterCurrentPasscode]))
        #expect(!DrawnView(view).texts.contains(texts[.unnamedDevice]))
    }

    @Test func cancellingThePasscodePromptDoesNotShutTheDevice() async {
        let view = DevicesView(await session())
        await load(view)
        #expect(DrawnView(view).press(texts[.shutDevice]) && DrawnView(view).press(texts[.cancel]))
        #expect(!DrawnView(view).texts.contains(texts[.enterCurrentPasscode]))
        #expect(DrawnView(view).texts.contains(texts[.unnamedDevice]))
        #expect(await !server.calls.contains("shut"))
    }

    @Test func aRejectedDeviceIsReportedOnce() async throws {
        let session = await session(User.Policy())
        await server.setPolicy(User.Policy(serverUnlockRequired: true))
        await server.devices.failNext(with: .tooManyDevices, on: .register)
        _ = await session.lockNow()
        #expect(await session.unlock(with: .right) == .unlocked)
        _ = await session.confirmed()
        session.declineBiometrics()
        let notice = try #require(session.notice?.text(in: texts))
        let view = SessionView(session) { Text(verbatim: "content") }
        #expect(DrawnView(view).texts.contains(notice) && DrawnView(view).press(texts[.done]))
        #expect(DrawnView(view).texts == ["content"])
    }

    @Test func failedDeviceListShowsTheReason() async {
        let view = DevicesView(await session())
        await server.setOffline(true)
        await load(view)
        let drawn = DrawnView(view)
        #expect(drawn.texts == [texts[.devices], SessionError.api(.offline).text(in: texts)])
        #expect(!drawn.texts.contains(texts[.noDevices]))
    }
}
