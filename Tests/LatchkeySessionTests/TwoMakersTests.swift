import LatchkeyLock
import LatchkeyPasscode
import Testing

@testable import LatchkeySession

/// Two processes of one app, signed in to the same account, before there is a vault.
@MainActor struct TwoMakersTests {
    private let device = Device()

    private func signedInTwice() async -> (first: App, second: App) {
        let (first, second) = (await device.launched(), await device.launched())
        await first.signIn()
        await second.signIn()
        return (first, second)
    }

    @Test("C8 who sets up later second goes on with the vault that is there")
    func later() async {
        let (first, second) = await signedInTwice()
        #expect(await first.model.setUpLater() == nil)
        #expect(await second.model.setUpLater() == nil)
        #expect(second.model.state == .ready)
        guard case .success = await second.call() else {
            Issue.record("the session is not kept")
            return
        }
    }

    @Test("C8 who sets up later beside one that set a passcode is asked for it")
    func laterBesidePasscode() async {
        let (first, second) = await signedInTwice()
        #expect(await first.lock.setPasscode(.right) == .done)
        await device.server.change { ($0.passcode, $0.isEnabled) = ("481920", true) }
        #expect(await second.model.setUpLater() == .locked)
        #expect(second.model.state == .locked)
        #expect(await second.model.unlock(with: .right) == .unlocked)
        #expect(second.model.state == .ready)
    }

    @Test("C8 who sets a passcode beside one that set up later has it here with the second try")
    func passcodeBesideLater() async {
        let (first, second) = await signedInTwice()
        #expect(await first.model.setUpLater() == nil)
        #expect(await second.model.setPasscode(.right) == .pendingHere(.failed(.vault(.vaultExists))))
        #expect(await second.model.setPasscode(.wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await second.model.setPasscode(.right) == .done)
        #expect(second.model.state == .ready && second.lock.isPasscodeEnabled)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
    }

    @Test("C8 whose passcode was turned off meanwhile goes on with the vault that another process made")
    func turnedOff() async {
        await device.server.change { ($0.passcode, $0.isEnabled) = ("481920", true) }
        let (first, second) = await signedInTwice()
        await device.server.change { $0.isEnabled = false }
        #expect(await first.model.unlock(with: .right) == .unlocked)
        #expect(await second.model.unlock(with: .right) == .unlocked)
        #expect(second.model.state == .ready && second.lock.protection == .open)
    }
}
