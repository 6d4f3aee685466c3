import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// A device whose vault requires a real server, and a copy of its storage in other hands.
@Suite(.whereTheServerIsBuilt) @MainActor struct LostDeviceServerFlows {
    private let server: ServerProcess
    private let mailbox: Mailbox
    private let device: Device

    init() throws {
        server = try ServerProcess(["LATCHKEY_UNLOCK": "server"])
        mailbox = Mailbox(server: server)
        device = try Device(server)
    }

    /// Returns an app that is launched on another copy of the device's storage.
    private func copy() async -> App {
        var copy = device
        copy.storage = await device.storage.copy()
        return await copy.launched()
    }

    /// Shuts the account's only device, on another device without a passcode of its own yet.
    private func shut() async throws {
        let other = try await Device(server).launched()
        try await mailbox.signIn(other, named: "Workshop")
        #expect(await other.model.unlock(with: .right) == .unlocked)
        _ = await other.model.confirmed()
        let lost = try #require(try await other.model.devices().first)
        #expect(await other.model.shutDevice(id: lost.id, confirming: .right) == .done)
        #expect(try await !other.model.devices().contains { $0.id == lost.id })
    }

    /// Expects that the account's recovery key opens the vault, after signing in.
    private func expectRecovery(_ app: App, _ note: Data) async throws {
        #expect(app.model.state == .signedOut && !app.reads(note))
        try await mailbox.signIn(app)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
        #expect(try await app.lock.vault.requiresServer())
    }

    @Test("C15 device shut elsewhere stays shut")
    func deviceShutElsewhereStaysShut() async throws {
        let (app, note) = try await mailbox.ready(device)
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(app.reads(note))
        try server.stop()
        let offline = await device.launched()
        let outcome = await offline.model.unlock(with: .right)
        #expect(outcome == .failed(.vault(.unlockServer(.unreachable))))
        let text = "Unlocking requires a connection to the server. Check your connection and try again."
        #expect(outcome.text(in: .english, now: Date()) == text)
        #expect(offline.model.state == .locked && !offline.reads(note))
        try server.start()
        #expect(await offline.model.unlock(with: .right) == .unlocked)
        #expect(await offline.model.confirmed() == .confirmed)
        try await shut()
        let shut = await device.launched()
        #expect(await shut.model.unlock(with: .right) == .exhausted)
        try await expectRecovery(shut, note)
    }

    @Test("C15 V19 copies of the storage share ten attempts")
    func copiesOfTheStorageShareTenAttempts() async throws {
        let (_, note) = try await mailbox.ready(device)
        for remaining in (0...9).reversed() {
            let outcome = await copy().model.unlock(with: .wrong)
            #expect(outcome == (remaining > 0 ? .wrong(remaining: remaining) : .exhausted))
            try server.advanceClock(by: 960)
        }
        let thief = await copy()
        #expect(await thief.model.unlock(with: .right) == .exhausted)
        #expect(!thief.reads(note))
        let owner = await device.launched()
        #expect(await owner.model.unlock(with: .right) == .exhausted)
        try await expectRecovery(owner, note)
    }

    @Test("C15 V19 earlier copy of a shut device stays shut")
    func earlierCopyOfAShutDeviceStaysShut() async throws {
        let (_, note) = try await mailbox.ready(device)
        var thief = device
        thief.storage = await device.storage.copy()
        try await shut()
        let app = await thief.launched()
        #expect(await app.model.unlock(with: .right) == .exhausted)
        #expect(!app.reads(note))
        try server.stop()
        let offline = await copy()
        #expect(await offline.model.unlock(with: .right) == .failed(.vault(.unlockServer(.unreachable))))
        #expect(!offline.reads(note))
    }
}
