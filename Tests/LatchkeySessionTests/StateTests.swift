import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
@testable import LatchkeySession
import Testing

@MainActor struct StateTests {
    private let device = Device()

    @Test func sessionIsLoadingBeforeReadingAndSignedOutAfterwards() async {
        let app = device.app()
        #expect(app.model.state == .loading)
        await app.launch()
        #expect(app.model.state == .signedOut)
        #expect(await app.call() == .failure(.signedOut))
    }

    @Test func signingInToAnAccountWithoutAPasscodeOffersOne() async {
        let app = await device.launched()
        #expect(await app.model.signIn(with: .link(token: "wrong")) == .failed(.api(.invalidCode)))
        #expect(app.model.state == .signedOut)
        #expect(await app.signIn() == .signedIn)
        #expect(app.model.state == .offeringPasscodeSetup)
        #expect(await app.signIn() == .alreadySignedIn)
    }

    @Test func providerIDTokenSignsInLikeAnEmailCode() async {
        let app = await device.launched()
        #expect(await app.model.signIn(with: .accessToken("ada@example.org")) == .failed(.api(.invalidToken)))
        #expect(app.model.state == .signedOut)
        #expect(await app.model.signIn(with: .idToken("ada@example.org")) == .signedIn)
        #expect(app.model.state == .offeringPasscodeSetup)
        #expect(await app.model.signIn(with: .idToken("ada@example.org")) == .alreadySignedIn)
    }

    @Test func newlySetPasscodeLocksTheNextLaunch() async {
        let app = await device.launched()
        await app.signIn()
        #expect(await app.model.setPasscode(.test("123456")) == .rejected(.popular))
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(app.model.state == .ready)
        #expect(await app.model.setPasscode(.other) == .notNow)
        let next = await device.launched()
        #expect(next.model.state == .locked)
        #expect(await next.call() == .failure(.locked))
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.model.state == .ready)
        #expect(await next.model.confirmed() == .confirmed)
    }

    @Test func postponedPasscodeSetupIsNotOfferedAgain() async {
        let app = await device.launched(.signInAgain)
        await app.signIn()
        #expect(await app.model.setUpLater() == nil)
        #expect(app.model.state == .ready)
        let next = await device.launched(.signInAgain)
        #expect(next.model.state == .signedOut, "no passcode, so sign in again")
        #expect(await next.signIn() == .signedIn)
        #expect(next.model.state == .ready)
        #expect(await next.model.enablePasscode(.right) == .notNow, "there is none to enable")
        #expect(await next.model.setPasscode(.right) == .done)
        #expect(await device.launched().model.state == .locked)
    }

    @Test func sessionDiscardedAtLaunchIsRevokedOnTheServer() async {
        let app = await device.launched(.signInAgain)
        await app.signIn()
        #expect(await app.model.setUpLater() == nil)
        #expect(await device.server.sessions.count == 1)
        let next = await device.launched(.signInAgain)
        #expect(next.model.state == .signedOut)
        await next.model.logout?.value
        #expect(await device.server.sessions.isEmpty)
    }

    @Test func readingTheSessionAgainKeepsAnUnfinishedSignIn() async {
        await device.server.change { ($0.passcode, $0.isEnabled) = ("481920", true) }
        let app = await device.launched()
        await app.signIn()
        await app.model.start()
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
    }

    @Test func anAppMayRestoreASessionWithoutAPasscode() async throws {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        let next = await device.launched(.restore)
        #expect(next.model.state == .ready)
        #expect(await next.model.confirmed() == .confirmed)
        _ = try await next.call().get()
    }

    @Test("C1 locked app uses no access token until unlocked")
    func lockedAppUsesNoAccessTokenUntilUnlocked() async {
        let (app, note) = await device.ready()
        #expect(app.reads(note))
        app.lock.requireLock()
        #expect(app.model.state == .locked && !app.reads(note))
        #expect(await app.call() == .failure(.locked))
        await #expect(throws: SessionError.locked) { try await app.auth.perform { token in token } }
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
    }

    @Test("C4 unreadable session record keeps the app locked until readable")
    func unreadableSessionRecordKeepsTheAppLockedUntilReadable() async {
        _ = await device.ready()
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await storage.setBroken(true)
        await app.launch()
        #expect(app.model.state == .locked)
        #expect(app.model.problem == .storage(.locked))
        #expect(await app.signIn() == .failed(.storage(.locked)))
        #expect(await app.model.unlock(with: .right) == .failed(.storage(.locked)))
        await storage.setBroken(false)
        await app.model.start()
        #expect(app.model.state == .locked && app.model.problem == nil)
        #expect(await app.model.unlock(with: .right) == .unlocked)
    }

    @Test("C1 C4 unreadable session record locks even an unprotected vault")
    func unreadableSessionRecordLocksEvenAnUnprotectedVault() async throws {
        let first = await device.launched()
        await first.signIn()
        _ = await first.model.setUpLater()
        let note = try first.lock.vault.seal(Data("note".utf8), for: "note")
        try await device.storage.save("no record", for: "latchkey.session")
        let app = await device.launched()
        #expect(app.model.state == .locked && app.model.problem != nil && app.lock.problem == nil)
        #expect(app.lock.isLocked && app.lock.vault.isLocked && !app.reads(note))
    }

    @Test func vaultAcceptsOnlyOneAccount() async {
        let (app, _) = await device.ready()
        await app.model.signInAgain()
        #expect(app.model.state == .signedOut)
        await device.server.addAccount("eve@example.org")
        #expect(await app.signIn("eve@example.org") == .otherAccount)
        #expect(app.model.state == .signedOut)
        #expect(await device.server.sessions.values.allSatisfy { $0.email != "eve@example.org" })
        #expect(await app.model.signOut() == nil)
        #expect(await app.signIn("eve@example.org") == .signedIn)
        #expect(app.model.state == .offeringPasscodeSetup)
    }

    @Test("C3 tenth failed attempt requires sign-in and loses no data")
    func tenthFailedAttemptRequiresSignInAndLosesNoData() async {
        let (first, note) = await device.ready()
        first.lock.requireLock()
        for _ in 1...9 {
            _ = await first.model.unlock(with: .wrong)
            device.lockClock.advance(by: .seconds(160))
        }
        #expect(await first.model.unlock(with: .wrong) == .exhausted)
        #expect(first.model.state == .signedOut)
        let next = await device.launched()
        #expect(next.model.state == .signedOut)
        #expect(await next.signIn() == .signedIn)
        #expect(next.model.state == .locked)
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.model.state == .ready && next.reads(note))
    }
}
