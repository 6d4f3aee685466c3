import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeySession

/// Changes of a team's policy by a restart of a real server, during an app's session.
@Suite(.whereTheServerIsBuilt) @MainActor struct PolicyServerFlows {
    private let server: ServerProcess
    private let mailbox: Mailbox
    private let device: Device

    init() throws {
        server = try ServerProcess()
        mailbox = Mailbox(server: server)
        device = try Device(server)
    }

    private func restart(_ rules: [String: String]) throws {
        try server.stop()
        try server.start(rules)
    }

    @Test func newlyRequiredPasscodeIsSetWithoutLosingData() async throws {
        let app = await device.launched()
        try await mailbox.signIn(app)
        #expect(await app.model.setUpLater() == nil)
        let note = try app.lock.vault.seal(Data("note".utf8), for: "note")
        try restart(["LATCHKEY_PASSCODE": "required"])
        await #expect(throws: SessionError.api(.passcodeRequired)) { try await app.model.sessions() }
        #expect(app.model.state == .offeringPasscodeSetup && !app.model.canSetUpLater)
        #expect(await app.model.setUpLater() == .api(.passcodeRequired))
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(app.model.state == .ready && app.reads(note))
        #expect(try await app.model.sessions().count == 1)
        #expect(await app.model.disablePasscode(confirming: .right) == .failed(.api(.passcodeRequired)))
        #expect(app.lock.isPasscodeEnabled && app.model.state == .ready)
    }

    @Test("C6 C7 timeout and biometrics policies apply at the next unlock")
    func timeoutAndBiometricsPoliciesApplyAtTheNextUnlock() async throws {
        let (app, note) = try await mailbox.ready(device)
        #expect(await app.model.setTimeout(.oneHour, confirming: .right) == .done)
        #expect(await app.model.setBiometric(enabled: true, confirming: .right) == .done)
        #expect(try await device.storage.exists(for: "latchkey.biometric"))
        try restart(["LATCHKEY_LONGEST_TIMEOUT": "5", "LATCHKEY_BIOMETRICS": "forbidden"])
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(app.lock.timeout == .fiveMinutes && app.reads(note))
        #expect(try await !device.storage.exists(for: "latchkey.biometric"))
        #expect(await app.model.setBiometric(enabled: true, confirming: .right) == .notNow)
        try restart([:])
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(app.lock.timeout == .oneHour && app.model.policy.biometricsAllowed)
    }

    @Test("V6 a session over its maximum age requires a new sign-in")
    func aSessionOverItsMaximumAgeRequiresSignIn() async throws {
        let (app, note) = try await mailbox.ready(device)
        try server.advanceClock(by: 7 * 86_400)
        try restart(["LATCHKEY_SESSION_DAYS": "7"])
        app.lock.requireLock()
        _ = await app.model.unlock(with: .right)
        #expect(await app.model.confirmed() == .sessionEnded)
        #expect(app.model.state == .signedOut)
        try await mailbox.signIn(app)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
    }
}
