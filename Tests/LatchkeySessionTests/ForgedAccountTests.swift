import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import Testing

@testable import LatchkeySession

/// A record and a token from an attacker with write access to the storage, made from public data only.
@MainActor struct ForgedAccountTests {
    private let device = Device()

    /// Signs in another account elsewhere. Returns its refresh token.
    private func stranger() async throws -> String {
        await device.server.addAccount("eve@example.org")
        return try await device.server.signIn(with: .code("right", email: "eve@example.org"), deviceName: nil)
            .refreshToken
    }

    /// Returns the account of the app's access token, or nil without one.
    private func account(of app: App) async -> String? {
        guard let token = try? await app.call().get() else { return nil }
        return await device.server.sessions.values.first { $0.access.contains(token) }?.email
    }

    @Test("C8 a deposited token with another account's identifier is rejected", arguments: [true, false])
    func aDepositedTokenWithAnotherAccountsIdentifierIsRejected(keepsSealed: Bool) async throws {
        let (app, note) = await device.ready()
        try await app.lock.vault.storeSealingKey()
        let token = try await stranger()
        let key = try #require(try await device.app().lock.vault.depositKey())
        let own = try #require(try await app.auth.store.load())
        var planted = SessionRecord(accountID: "id-eve@example.org")
        planted.sealedRefreshToken = try key.seal(Data(token.utf8), for: planted.purpose)
        planted.sealedAccountID = keepsSealed ? own.sealedAccountID : nil
        let record = planted
        try await app.auth.store.update { $0 = record }
        let next = await device.launched()
        await device.server.forgetCalls()
        #expect(await next.model.unlock(with: .right) == .failed(.ended))
        #expect(await device.server.calls.isEmpty && next.model.state == .signedOut && !next.reads(note))
        #expect(await account(of: next) == nil)
        #expect(try await app.auth.store.load()?.sealedRefreshToken == nil)
    }

    @Test("C8 a forged account identifier does not open the owner's vault")
    func aForgedAccountIdentifierDoesNotOpenTheOwnersVault() async throws {
        let (app, note) = await device.ready()
        _ = try await stranger()
        let own = try #require(try await app.auth.store.load())
        await app.model.signInAgain()
        var planted = SessionRecord(accountID: "id-eve@example.org")
        planted.sealedAccountID = own.sealedAccountID
        let record = planted
        try await app.auth.store.update { $0 = record }
        let next = await device.launched()
        await next.signIn("eve@example.org")
        #expect(await next.model.unlock(with: .right) == .failed(.ended))
        #expect(next.model.state == .signedOut && !next.reads(note))
        #expect(await account(of: next) == nil)
    }

    @Test func recordsWithoutASealedAccountAreAcceptedAndUpgraded() async throws {
        let (app, note) = await device.ready()
        try await app.auth.store.update { $0?.sealedAccountID = nil }
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(next.reads(note))
        let account = await account(of: next)
        #expect(account == "ada@example.org")
        let record = try #require(try await app.auth.store.load())
        #expect(record.vaultAccountID(in: next.lock.vault) == "id-ada@example.org")
    }
}
