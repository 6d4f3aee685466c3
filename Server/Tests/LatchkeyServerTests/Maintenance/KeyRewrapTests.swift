import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct KeyRewrapTests {
    private static let old = TestKeys.entry("k1", fill: 1)
    private static let new = TestKeys.entry("k2", fill: 2)

    @Test("V7 after a rewrap, the new key decrypts everything")
    func afterARewrapTheNewKeyDecryptsEverything() async throws {
        try await withStore { store in
            let ids = try await fill(store, count: 2 * KeyRewrap.batch + 1)
            let rewrap = try rewrap(store, Self.new, Self.old)
            #expect(try await rewrap.run() == KeyRewrap.Report(resealed: 2 * ids.count))
            #expect(try await rewrap.run() == KeyRewrap.Report(resealed: 0))
            try await expectReadable(store, ids, with: Self.new)
        }
    }

    @Test func anInterruptedRewrapLeavesBothKeysUsable() async throws {
        try await withStore { store in
            let ids = try await fill(store, count: 2 * KeyRewrap.batch)
            let faulty = FaultyStore(store)
            faulty.failWrites(from: 2)
            await #expect(throws: StoreError.self) { try await rewrap(faulty, Self.new, Self.old).run() }
            try await expectReadable(store, ids, with: "\(Self.new),\(Self.old)")
            // The old key is still required, as the key record states.
            await #expect(throws: SettingError.self) { try await check(store, Self.new) }
            #expect(try await rewrap(store, Self.new, Self.old).run().resealed == 2 * ids.count - KeyRewrap.batch)
            try await check(store, Self.new)
            try await expectReadable(store, ids, with: Self.new)
        }
    }

    @Test("V15 an undecryptable record is named and skipped")
    func anUndecryptableRecordIsNamedAndSkipped() async throws {
        try await withStore { store in
            let ids = try await fill(store, count: 3)
            try await store.write { transaction in
                var account = try #require(try transaction.accounts.find(id: ids[1]))
                account.passcodeHash = "v1.k0.AAAA"
                try transaction.accounts.update(account)
                try transaction.outbox.reseal(id: ids[0], "no record")
            }
            let report = try await rewrap(store, Self.new, Self.old).run()
            #expect(report.resealed == 4)
            #expect(report.unreadable == ["account \(ids[1])", "email \(ids[0])"])
            let hash = try await store.read { try $0.accounts.find(id: ids[1])?.passcodeHash }
            #expect(hash == "v1.k0.AAAA")
        }
    }

    @Test("V7 after a rewrap, the new key decrypts unlock keys")
    func afterARewrapTheNewKeyDecryptsUnlockKeys() async throws {
        try await withStore { store in
            let records = try UnlockKeyRecords(sealer: Sealer(keys: TestKeys.keys(Self.old)))
            try await KeyCheck(store: store).verify(records.sealer)
            let share = EvaluationKey.make()
            let account = StoreContract.account("1")
            var row = StoreContract.unlockKey("k", account)
            row = UnlockKey(
                id: row.id, accountID: account.id, sessionID: row.sessionID, deviceName: nil,
                tokenDigest: row.tokenDigest, publicKey: Data(share.publicKey),
                privateKey: try records.seal(share, id: row.id, accountID: account.id), passcodeVersion: 0,
                createdAt: row.createdAt)
            let key = row
            try await store.write { transaction in
                try transaction.accounts.insert(account)
                try transaction.unlockKeys.insert(key)
                try transaction.unlockKeys.insert(StoreContract.unlockKey("x", account))
            }
            let report = try await rewrap(store, Self.new, Self.old).run()
            #expect(report == KeyRewrap.Report(resealed: 1, unreadable: ["unlock key \(StoreContract.rowID("x"))"]))
            let stored = try #require(try await store.read { try $0.unlockKeys.find(id: key.id) })
            let opened = try UnlockKeyRecords(sealer: Sealer(keys: TestKeys.keys(Self.new))).key(of: stored)
            #expect(opened?.bytes == share.bytes)
        }
    }

    private func withStore(_ body: (any Store) async throws -> Void) async throws {
        try await TestStore.run { store, _ in try await body(store) }
    }

    /// Writes accounts and emails under the old key, and returns their IDs.
    private func fill(_ store: any Store, count: Int) async throws -> [String] {
        let sealer = Sealer(keys: try TestKeys.keys(Self.old))
        try await KeyCheck(store: store).verify(sealer)
        let records = PasscodeRecordSealer(sealer: sealer, random: SystemRandomSource())
        let hash = try #require(
            PasscodeHash(parameters: .standard, salt: records.makeSalt(), tag: [UInt8](repeating: 1, count: 32)))
        let ids = (0..<count).map { StoreContract.rowID("id-\(1000 + $0)") }
        try await store.write { transaction in
            for id in ids {
                var account = StoreContract.account(id)
                try records.setHash(hash, of: &account)
                _ = try records.recoveryKey(of: &account)
                try transaction.accounts.insert(account)
                let message = try sealer.seal(Array("email \(id)".utf8), for: .emailBody, context: id)
                try transaction.outbox.insert(StoreContract.queuedEmail(id))
                try transaction.outbox.reseal(id: id, message)
            }
        }
        return ids
    }

    private func rewrap(_ store: any Store, _ keys: String...) throws -> KeyRewrap {
        let sealer = Sealer(keys: try SecretKeys(parsing: keys.joined(separator: ",")))
        return KeyRewrap(
            store: store, sealer: sealer, records: PasscodeRecordSealer(sealer: sealer, random: SystemRandomSource()))
    }

    private func check(_ store: any Store, _ keys: String) async throws {
        try await KeyCheck(store: store).verify(Sealer(keys: SecretKeys(parsing: keys)))
    }

    private func expectReadable(_ store: any Store, _ ids: [String], with keys: String) async throws {
        let sealer = Sealer(keys: try SecretKeys(parsing: keys))
        let records = PasscodeRecordSealer(sealer: sealer, random: SystemRandomSource())
        try await store.read { transaction in
            for id in ids {
                var account = try #require(try transaction.accounts.find(id: id))
                try hold(records.hash(of: account)?.tag == [UInt8](repeating: 1, count: 32))
                _ = try records.recoveryKey(of: &account)
            }
            for id in try transaction.outbox.ids() {
                let sealed = try #require(try transaction.outbox.sealedMessage(id: id))
                let message = try sealer.open(sealed, for: .emailBody, context: id)
                hold(message == Array("email \(id)".utf8))
            }
        }
    }
}
