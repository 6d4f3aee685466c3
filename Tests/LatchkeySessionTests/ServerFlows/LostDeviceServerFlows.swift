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

    /// Returns an open app on another device.
    private func other() async throws -> App {
        let other = try await Device(server).launched()
        try await mailbox.signIn(other, named: "Workshop")
        #expect(await other.model.unlock(with: .right) == .unlocked)
        _ = await other.model.confirmed()
        return other
    }

    /// Shuts the account's first device, on another one.
    private func shut() async throws {
        let other = try await other()
        let lost = try #require(try await other.model.devices().first)
        #expect(await other.model.shutDevice(id: lost.id, confirming: .right) == .done)
        #expect(try await !other.model.devices().contains { $0.id == lost.id })
    }

    /// Locks and unlocks the app, and waits for the server's confirmation.
    private func reopen(_ app: App) async {
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
    }

    /// Expects that the account's recovery key opens the vault, after signing in.
    private func expectRecovery(_ app: App, _ note: Data, with passcode: Passcode = .right) async throws {
        #expect(app.model.state == .signedOut && !app.reads(note))
        try await mailbox.signIn(app)
        #expect(await app.model.unlock(with: passcode) == .unlocked)
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
        #expect(await shut.model.unlock(with: .right) == .shut)
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
        #expect(await thief.model.unlock(with: .right) == .shut)
        #expect(!thief.reads(note))
        let owner = await device.launched()
        #expect(await owner.model.unlock(with: .right) == .shut)
        try await expectRecovery(owner, note)
    }

    @Test("C8 C15 passcode changed elsewhere makes the old key unusable")
    func passcodeChangedElsewhereMakesTheOldKeyUnusable() async throws {
        let (_, note) = try await mailbox.ready(device)
        #expect(try await other().model.changePasscode(from: .right, to: .other) == .done)
        let app = await device.launched()
        for passcode in [Passcode.right, .other] {
            let outcome = await app.model.unlock(with: passcode)
            #expect(outcome == .failed(.vault(.unlockServer(.passcodeChanged))))
            let text = "Your passcode was changed on another device. Please sign in again."
            #expect(outcome.text(in: .english, now: Date()) == text)
        }
        #expect(app.model.state == .locked)
        await app.model.signInAgain()
        try await expectRecovery(app, note, with: .other)
        let relaunched = await device.launched()
        #expect(await relaunched.model.unlock(with: .right) == .wrong(remaining: 9))
        #expect(await relaunched.model.unlock(with: .other) == .unlocked)
        #expect(relaunched.reads(note))
    }

    @Test("C15 key replaced after 90 days makes copies useless")
    func keyReplacedAfter90DaysMakesCopiesUseless() async throws {
        let (app, note) = try await mailbox.ready(device)
        await reopen(app)
        let first = try await app.model.devices().map(\.id)
        let thief = await copy()
        device.lockClock.advance(by: .seconds(90 * 86_400))
        await reopen(app)
        // Until the first success of the new key, the old one opens too.
        #expect(try await app.model.devices().map(\.id) == first)
        await reopen(app)
        let devices = try await app.model.devices().map(\.id)
        #expect(devices.count == 1 && devices != first && app.reads(note))
        #expect(await thief.model.unlock(with: .right) == .failed(.vault(.unlockServer(.unknownDevice))))
        #expect(!thief.reads(note))
    }

    /// Registers devices of an account with the passcode 481920 and opens them. Returns a session and a device.
    private func registerDevices(_ count: Int, _ client: LatchkeyClient) async throws -> (token: String, id: String) {
        try await client.requestMagicLink(email: mailbox.email)
        let code = try await server.takeCode(to: mailbox.email, from: .signIn)
        var token = try await client.signIn(with: .code(code, email: mailbox.email)).accessToken
        token = try await client.setPasscode("481920", accessToken: token).accessToken
        // The base point of P-384, and any tag: the server learns neither passcode nor device secret.
        let point = "A6qHyiK+iwU3jrHHHvMgrXRuHTtii6ebmFn3QeCCVCo4VQLyXb9VKWw6VF44cnYKtw=="
        let (blinded, tag) = ([UInt8](try #require(Data(base64Encoded: point))), [UInt8](repeating: 7, count: 32))
        var id = ""
        for number in 1...count {
            let key = try await client.addUnlockKey(blinded: blinded, replacing: nil, accessToken: token)
            try await client.confirmUnlockKey(id: key.id, tag: tag, accessToken: token)
            let attempt = UUID()
            _ = try await client.evaluateUnlock(attempt: attempt, blinded: blinded, token: key.token)
            try await client.finishUnlock(attempt: attempt, tag: tag, token: key.token)
            id = key.id
            guard number.isMultiple(of: 10) else { continue }
            // A session has 20 changes, then one in ten seconds; a registration requires a recent passcode.
            try server.advanceClock(by: 200)
            token = try await client.verifyPasscode("481920", accessToken: token).accessToken
        }
        return (token, id)
    }

    @Test("C15 21st device is rejected until another is shut")
    func twentyFirstDeviceIsRejectedUntilAnotherIsShut() async throws {
        let client = LatchkeyClient(server: try #require(ServerURL(server.url)), transport: URLSessionTransport())
        let (token, id) = try await registerDevices(20, client)
        let app = await device.launched()
        try await mailbox.signIn(app)
        let outcome = await app.model.unlock(with: .right)
        #expect(outcome == .failed(.vault(.unlockServer(.tooManyDevices))))
        let text = "Your account has too many devices. Shut one in the settings, then try again."
        #expect(outcome.text(in: .english, now: Date()) == text)
        try await client.shutDevice(id: id, currentPasscode: "481920", accessToken: token)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(try await app.lock.vault.requiresServer())
        #expect(try await app.model.devices().count == 20)
    }

    /// Returns an app that is launched on files.
    private func launched(on folder: URL) async throws -> App {
        let storage = try FileSecureStorage(directory: folder, key: .file(folder.appending(path: "key")))
        let app = device.app(on: storage)
        await app.launch()
        return app
    }

    @Test("C15 V19 earlier copy of a shut device's files stays shut")
    func earlierCopyOfAShutDevicesFilesStaysShut() async throws {
        let (files, elsewhere) = (try TemporaryDirectory(), try TemporaryDirectory())
        let app = try await launched(on: files.url)
        try await mailbox.signIn(app)
        #expect(await app.model.setPasscode(.right) == .done)
        let note = try app.lock.vault.seal(Data("note".utf8), for: "note")
        let copy = elsewhere.url.appending(path: "copy")
        try FileManager.default.copyItem(at: files.url, to: copy)
        // The copy is complete: its attempts are evaluated.
        #expect(try await launched(on: copy).model.unlock(with: .wrong) == .wrong(remaining: 9))
        try await shut()
        let thief = try await launched(on: copy)
        #expect(await thief.model.unlock(with: .right) == .shut)
        #expect(!thief.reads(note))
        try server.stop()
        let offline = try await launched(on: files.url)
        #expect(await offline.model.unlock(with: .right) == .failed(.vault(.unlockServer(.unreachable))))
        #expect(!offline.reads(note))
    }
}
