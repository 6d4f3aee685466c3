import Foundation
import LatchkeyAPI
import Synchronization
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct KeyRotationTests {
        private static let old = TestKeys.entry("k1", fill: 1)
        private static let new = TestKeys.entry("k2", fill: 2)
        private static let both = ["LATCHKEY_SECRET_KEYS": "\(new),\(old)"]

        @Test(
            """
            V7 NIST-3.1.1.2-35 ASVS-11.1.1 ASVS-11.2.2 ASVS-13.3.4 rewrap-keys survives a kill, and the old key can \
            go
            """)
        func rewrapKeysSurvivesAKill() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(
                    on: data, .init(settings: ["LATCHKEY_SECRET_KEYS": Self.old])
                ) { server in
                    _ = try await server.signInWithPasscode()
                    // A notice is rendered in the background, with a link that uses the first key of the rendering
                    // server.
                    _ = try await server.data.takeEmail(to: "ann@example.com", "A passcode was set")
                }
                try await Self.addAccounts(1000, data)
                try await ServerUnderTest.run(on: data, .init(settings: Self.both)) { server in
                    let cookie = try await server.signInPage()
                    let isOver = Mutex(false)
                    let checks = Task { try await check(server, cookie) { isOver.withLock { $0 } } }
                    let first = try launch(data)
                    try await waitUntil("record under the new key", every: .milliseconds(1)) {
                        try Self.count(data, under: "k2") > 1
                    }
                    await first.kill9()
                    let done = try Self.count(data, under: "k2")
                    #expect(done < 1000, "it was killed too late")
                    try await expectRejection(data)
                    let second = try launch(data)
                    #expect(try await second.exit().status == 0, "\(second.errors)")
                    #expect(second.output.contains("all use k2"))
                    #expect(second.output.contains("emailed links under k1 require that key until "))
                    isOver.withLock { $0 = true }
                    #expect(try await checks.value > 0)
                }
                #expect(try Self.count(data, under: "k1") == 0)
                try data.advanceClock(by: .seconds(60))
                try await ServerUnderTest.run(on: data, .init(settings: ["LATCHKEY_SECRET_KEYS": Self.new])) { server in
                    let page = try await server.signInPage()
                    #expect(try await server.verify(ServerUnderTest.passcode, cookie: page).status == 200)
                }
            }
        }

        @Test func anUndecryptableRecordMakesRewrapKeysExit1() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                try await ServerUnderTest.run(
                    on: data, .init(settings: ["LATCHKEY_SECRET_KEYS": Self.old])
                ) { _ = try await $0.signInWithPasscode() }
                let id = try await data.withStore { store in
                    try await store.write { transaction in
                        var account = try #require(try transaction.accounts.all().first?.value)
                        account.passcodeHash = "v1.k0.AAAA"
                        try transaction.accounts.update(account)
                        return account.id
                    }
                }
                let process = try launch(data)
                #expect(try await process.exit().status == 1)
                #expect(process.output.contains("account \(id)"))
            }
        }

        private func launch(_ data: DataFolder) throws -> ChildProcess {
            try ChildProcess(
                [ServerExecutable.find().path, "rewrap-keys"],
                environment: try data.settings.merging(Self.both) { $1 },
                scratch: data.scratch)
        }

        /// Sends correct and wrong passcodes in turn until the end. Returns the number of correct ones.
        private func check(
            _ server: ServerUnderTest, _ cookie: String, until isOver: () -> Bool
        ) async throws -> Int {
            var (cookie, count) = (cookie, 0)
            while !isOver() {
                let wrong = try await server.verify(ServerUnderTest.wrongPasscode, cookie: cookie)
                #expect(wrong.problem == "incorrect-passcode")
                let right = try await server.verify(ServerUnderTest.passcode, cookie: cookie)
                #expect(right.status == 200)
                cookie = try #require(right.cookie)
                count += 1
            }
            return count
        }

        /// Expects that the server requires the old key while a record uses it.
        private func expectRejection(_ data: DataFolder) async throws {
            let process = try ServerUnderTest.launch(
                on: data, .init(settings: ["LATCHKEY_SECRET_KEYS": Self.new]))
            let exit = try? await process.exit()
            await process.kill9()
            #expect(exit?.status == 2)
            #expect(process.errors.hasPrefix("latchkey-server: LATCHKEY_SECRET_KEYS: "))
        }

        /// Adds accounts whose passcode is under the old key.
        private static func addAccounts(_ count: Int, _ data: DataFolder) async throws {
            let records = PasscodeRecordSealer(
                sealer: Sealer(keys: try TestKeys.keys(old)), random: SystemRandomSource())
            let hash = try #require(
                PasscodeHash(parameters: .standard, salt: records.makeSalt(), tag: [UInt8](repeating: 1, count: 32)))
            try await data.withStore { store in
                try await store.write { transaction in
                    for number in 0..<count {
                        var account = StoreContract.account("id-\(10_000 + number)")
                        try records.setHash(hash, of: &account)
                        try transaction.accounts.insert(account)
                    }
                }
            }
        }

        private static func count(_ data: DataFolder, under key: String) throws -> Int {
            let text = "LIKE 'v1.\(key).%'"
            let rows = try data.probe().rows(
                """
                SELECT (SELECT count(*) FROM users WHERE passcode_hash \(text) OR recovery_key \(text))
                    + (SELECT count(*) FROM outbox WHERE sealed_message \(text))
                    + (SELECT count(*) FROM key_check WHERE record \(text))
                """)
            return Int(rows[0][0]) ?? 0
        }
    }
}
