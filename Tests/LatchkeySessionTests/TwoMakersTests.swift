import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import Testing

@testable import LatchkeySession

/// Two processes of an app, signed in to the same account, before a vault exists.
@MainActor struct TwoMakersTests {
    private let device = Device()

    private func signedInTwice() async -> (first: App, second: App) {
        let (first, second) = (await device.launched(), await device.launched())
        await first.signIn()
        await second.signIn()
        return (first, second)
    }

    @Test("C8 second process that postpones passcode setup reuses the vault")
    func secondProcessThatPostponesPasscodeSetupReusesTheVault() async {
        let (first, second) = await signedInTwice()
        #expect(await first.model.setUpLater() == nil)
        #expect(await second.model.setUpLater() == nil)
        #expect(second.model.state == .ready)
        guard case .success = await second.call() else {
            Issue.record("the session is not kept")
            return
        }
    }

    @Test("C8 postponing setup requires a passcode another process has set")
    func postponingSetupRequiresAPasscodeAnotherProcessHasSet() async {
        let (first, second) = await signedInTwice()
        #expect(await first.lock.setPasscode(.right) == .done)
        await device.server.change { ($0.passcode, $0.isEnabled) = ("481920", true) }
        #expect(await second.model.setUpLater() == .locked)
        #expect(second.model.state == .locked)
        #expect(await second.model.unlock(with: .right) == .unlocked)
        #expect(second.model.state == .ready)
    }

    @Test("C8 retrying passcode setup adopts a vault from another process")
    func retryingPasscodeSetupAdoptsAVaultFromAnotherProcess() async {
        let (first, second) = await signedInTwice()
        #expect(await first.model.setUpLater() == nil)
        #expect(await second.model.setPasscode(.right) == .pendingHere(.failed(.vault(.vaultExists))))
        #expect(await second.model.setPasscode(.wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await second.model.setPasscode(.right) == .done)
        #expect(second.model.state == .ready && second.lock.isPasscodeEnabled)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
    }

    @Test(
        "C8 C16 another account's vault is never taken over",
        arguments: [true, false])
    func anotherAccountsVaultIsNeverTakenOver(isProtected: Bool) async throws {
        await device.server.addAccount("bob@example.org")
        let (first, second) = (await device.launched(), await device.launched())
        await second.signIn("bob@example.org")
        await first.signIn()
        if isProtected {
            #expect(await first.model.setPasscode(.right) == .done)
        } else {
            #expect(await first.model.setUpLater() == nil)
        }
        let note = try first.lock.vault.seal(Data("note".utf8), for: "note")
        #expect(await second.model.setUpLater() == .otherAccount)
        #expect(await second.model.setPasscode(.other) == .pendingHere(.failed(.otherAccount)))
        #expect(!second.reads(note))
        let next = await device.launched()
        if isProtected { #expect(await next.model.unlock(with: .right) == .unlocked) }
        #expect(await next.model.confirmed() == .confirmed)
        #expect(next.model.user?.email == "ada@example.org" && next.reads(note))
    }

    @Test("C8 disabled passcode still opens a concurrently created vault")
    func disabledPasscodeStillOpensAConcurrentlyCreatedVault() async {
        await device.server.change { ($0.passcode, $0.isEnabled) = ("481920", true) }
        let (first, second) = await signedInTwice()
        await device.server.change { $0.isEnabled = false }
        #expect(await first.model.unlock(with: .right) == .unlocked)
        #expect(await second.model.unlock(with: .right) == .unlocked)
        #expect(second.model.state == .ready && second.lock.protection == .open)
    }
}
