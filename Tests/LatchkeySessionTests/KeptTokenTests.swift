import Foundation
import LatchkeyAPI
import LatchkeyCore
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// Durable storage of new tokens, with a crash at each step.
@MainActor struct KeptTokenTests {
    /// An operation that replaces the tokens from before the passcode.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case unlock, unlockAfterSignIn, recovery, newDevice, unknown, reset, first, change
        var testDescription: String { rawValue }

        var call: String {
            switch self {
            case .unlock, .unlockAfterSignIn, .recovery, .newDevice, .unknown: "verify"
            case .reset: "reset"
            case .first, .change: "set"
            }
        }

        /// The account's passcode after the operation.
        var passcode: Passcode {
            switch self {
            case .recovery, .reset, .change: .other
            case .unlock, .unlockAfterSignIn, .newDevice, .unknown, .first: .right
            }
        }

        @MainActor func run(_ app: App) async -> Bool {
            switch self {
            case .unlock, .unlockAfterSignIn, .recovery, .newDevice, .unknown:
                await app.model.unlock(with: passcode) == .unlocked
            case .reset:
                await app.model.resetPasscode(with: .code("reset", email: "ada@example.org"), to: passcode) == .done
            case .first: await app.model.setPasscode(passcode) == .done
            case .change: await app.model.changePasscode(from: .right, to: passcode) == .done
            }
        }
    }

    private let device = Device()

    /// Prepares the app for the operation, on a controllable storage. Returns a sealed note if there was a vault.
    private func prepare(_ way: Way) async -> (App, ClosableStorage, note: Data?) {
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        guard way != .first, way != .newDevice else {
            if way == .newDevice {
                await device.server.change { ($0.passcode, $0.isEnabled) = (Passcode.right.digits, true) }
            }
            await app.launch()
            await app.signIn()
            return (app, storage, nil)
        }
        guard way != .unknown else {
            let former = await device.launched()
            await former.signIn()
            _ = await former.model.setUpLater()
            let note = try? former.lock.vault.seal(Data("note".utf8), for: "note")
            await former.model.signInAgain()
            await device.server.change { ($0.passcode, $0.isEnabled) = (Passcode.right.digits, true) }
            await app.launch()
            await app.signIn()
            return (app, storage, note)
        }
        let (former, note) = await device.ready()
        if way == .unlockAfterSignIn || way == .recovery { await former.model.signInAgain() }
        if way == .recovery { await device.server.change { $0.passcode = Passcode.other.digits } }
        await app.launch()
        if way == .unlockAfterSignIn || way == .recovery { await app.signIn() }
        if way == .change { _ = await app.model.unlock(with: .right) }
        return (app, storage, note)
    }

    @Test("C16 a session is kept while its vault is missing")
    func aSessionIsKeptWhileItsVaultIsMissing() async throws {
        let (_, note) = await device.ready()
        let vault = try #require(try await device.storage.load(Data.self, for: "latchkey.vault"))
        try await device.storage.delete(for: "latchkey.vault")
        #expect(await device.launched().model.state == .signedOut)
        try await device.storage.save(vault, for: "latchkey.vault", access: .whenUnlocked)
        let app = await device.launched()
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed && app.reads(note))
    }

    @Test("C8 new tokens are stored before the app opens", arguments: Way.allCases)
    func newTokensAreStoredBeforeTheAppOpens(_ way: Way) async throws {
        let (app, storage, note) = await prepare(way)
        let (state, isLocked) = (app.model.state, app.lock.isLocked)
        await device.server.setOnReply { call in if call == way.call { await storage.holdTokens() } }
        let opened = LockedValue(false)
        let listening = Task {
            try await app.model.opened()
            opened.withLock { $0 = true }
        }
        let isOver = LockedValue(false)
        let running = Task {
            defer { isOver.withLock { $0 = true } }
            return await way.run(app)
        }
        await until { await storage.isHolding }
        for _ in 1...1000 { await Task.yield() }
        #expect(app.model.state == state && app.lock.isLocked == isLocked)
        #expect(!isOver.withLock { $0 } && opened.withLock { $0 } == (state == .ready))
        await storage.release()
        #expect(await running.value)
        try await listening.value
        #expect(app.model.state == .ready)
        // Simulates a crash, and a restart an hour later.
        await device.server.forgetPreviousTokens()
        let next = await device.launched()
        #expect(await next.model.unlock(with: way.passcode) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        if let note { #expect(next.reads(note)) }
    }

    @Test(
        "C8 a crash before storing tokens costs only a sign-in",
        arguments: Way.allCases)
    func aCrashBeforeStoringTokensCostsOnlyASignIn(_ way: Way) async {
        let (app, storage, note) = await prepare(way)
        await device.server.setOnReply { call in if call == way.call { await storage.setBroken(true) } }
        _ = await way.run(app)
        await device.server.setOnReply { _ in }
        let next = await device.launched()
        if next.model.state == .locked {
            #expect(await next.model.unlock(with: .right) == .failed(.ended))
            #expect(next.model.notice == .sessionEnded && next.lock.vault.isLocked)
        }
        #expect(next.model.state == .signedOut)
        await next.signIn()
        #expect(await next.model.unlock(with: way.passcode) == .unlocked)
        #expect(next.model.state == .ready)
        if let note { #expect(next.reads(note)) }
        #expect(await device.server.reuses == 0)
    }

    /// Expects that the note is readable, after a sign-in if needed.
    private func expectNote(_ note: Data, signsIn: Bool, _ comment: Comment) async {
        let next = await device.launched()
        if signsIn {
            #expect(await next.model.unlock(with: .right) == .failed(.ended), comment)
            #expect(next.model.notice == .sessionEnded, comment)
            await next.signIn()
        }
        #expect(await next.model.unlock(with: .right) == .unlocked, comment)
        if !signsIn { #expect(await next.model.confirmed() == .confirmed, comment) }
        #expect(next.reads(note), comment)
    }

    @Test(
        "C8 a lost refresh response is recoverable for 30 s", arguments: [true, false])
    func aLostRefreshResponseIsRecoverableFor30S(isSoon: Bool) async {
        let (_, note) = await device.ready()
        let (app, storage) = await opened()
        await device.server.setOnResponse { _ in await storage.setBroken(true) }
        #expect(await app.call() == .failure(.storage(.locked)))
        await device.server.setOnResponse { _ in }
        if !isSoon { await device.server.forgetPreviousTokens() }
        await expectNote(note, signsIn: !isSoon, "within 30 s or later")
    }

    @Test("C8 a token is not used before it is stored")
    func aTokenIsNotUsedBeforeItIsStored() async {
        let (_, note) = await device.ready()
        let (app, storage) = await opened()
        await device.server.setOnResponse { _ in await storage.setBroken(true) }
        #expect(await app.call() == .failure(.storage(.locked)))
        await device.server.forgetCalls()
        #expect(await app.call() == .failure(.storage(.locked)))
        #expect(await device.server.calls == [], "what is not written is not used")
        await device.server.setOnResponse { _ in }
        await expectNote(note, signsIn: false, "another process")
    }

    @Test("C8 a crash after a token is stored keeps the session")
    func aCrashAfterATokenIsStoredKeepsTheSession() async {
        let (_, note) = await device.ready()
        let (app, storage) = await opened()
        await storage.breakAfterToken()
        #expect(await app.call() == .failure(.storage(.locked)))
        await device.server.forgetPreviousTokens()
        await expectNote(note, signsIn: false, "the newest is on the disk")
        #expect(await device.server.reuses == 0)
    }

    /// Returns an unlocked app with an expired access token.
    private func opened() async -> (App, ClosableStorage) {
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await app.launch()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        device.clock.advance(by: .seconds(900))
        return (app, storage)
    }
}
