import Foundation
import Testing

@testable import LatchkeyServer

/// Large and interrupted imports.
@Suite struct ImportRecoveryTests {
    @Test(
        "ASVS-2.3.3 an interrupted import changes nothing or is completed")
    func anInterruptedImportChangesNothingOrIsCompleted() async throws {
        let count = PasscodeImport.batchSize + 1
        let entries = try Self.entries(count)
        // The import, two staged batches, the decision, abandoning others, the accounts, and the end.
        for write in 1...(1 + 2 + 1 + 1 + 3 + 1) {
            try await TestServer.run { server in
                let store = FaultyStore(server.dependencies.store)
                store.failWrites(from: write)
                let isDecided = write > 4
                let error = await #expect(throws: (any Error).self) {
                    try await PasscodeImportTests.makeImport(server, store).run(entries)
                }
                #expect(error is PasscodeImportError == isDecided, "write \(write)")
                #expect(try await server.dependencies.store.read { try $0.accounts.ids() }.isEmpty || isDecided)
                if isDecided {
                    try await server.parts.sweeper.sweep()
                } else {
                    try await PasscodeImportTests.makeImport(server).run(entries)
                }
                try await Self.expectAll(count, server)
            }
        }
    }

    @Test func repeatedImportCompletesAndReportsTheInterruptedOne() async throws {
        try await TestServer.run { server in
            let store = FaultyStore(server.dependencies.store)
            store.failWrites(from: 4)
            await #expect(throws: PasscodeImportError.self) {
                try await PasscodeImportTests.makeImport(server, store).run(Self.entries(1))
            }
            let error = await #expect(throws: PasscodeImportError.self) {
                try await PasscodeImportTests.makeImport(server).run(Self.entries(1))
            }
            #expect(error?.description.hasPrefix("An interrupted import is now complete") == true)
            try await Self.expectAll(1, server)
        }
    }

    @Test func otherWritesRunBetweenAnImportsBatches() async throws {
        try await TestServer.run { server in
            let others = server.dependencies.store
            let found = Shared<[ImportSnapshot]>([])
            let store = InterleavedStore(others) { _ in
                // Simulates the start of another server.
                try await others.write { try $0.imports.abandonStaging(exceptSince: Self.allTimes) }
                let snapshot = try await others.read(ImportSnapshot.init)
                found.change { $0.append(snapshot) }
            }
            try await PasscodeImportTests.makeImport(server, store).run(Self.entries(2 * PasscodeImport.batchSize))
            // The import, two staged batches, the decision, abandoning others, four batches of accounts, the end.
            let accounts = [0, 0, 0, 0, 0, 50, 100, 150, 200, 200]
            #expect(found.value.map(\.accounts) == accounts)
            let states: [ImportState] = Array(repeating: .staging, count: 3) + Array(repeating: .decided, count: 6)
            #expect(found.value.flatMap(\.states) == states)
        }
    }

    @Test func aServerCompletesDecidedImportsAndAbandonsOthers() async throws {
        try await TestServer.run { server in
            let (store, clock) = (server.dependencies.store, server.clock)
            for id in ["d", "s"] {
                try await Self.stage(["\(id)@example.com"], as: id, server)
            }
            #expect(try await store.write { try $0.imports.decide(id: StoreContract.rowID("d")) })
            clock.advance(by: ImportRecovery.stagingTime)
            try await server.parts.sweeper.sweep()
            #expect(try await server.account("d@example.com").passcodeEnabled)
            #expect(try await store.read { try $0.imports.state(id: StoreContract.rowID("s")) } == .staging)
            clock.advance(by: .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await store.read { try $0.imports.ids() }.isEmpty)
            let staged = try await store.read {
                try $0.imports.staged(importID: StoreContract.rowID("s"), limit: 9, except: [])
            }
            #expect(staged.isEmpty)
            #expect(try await store.read { try $0.accounts.find(email: "s@example.com") } == nil)
            let session = try await server.signIn("d@example.com")
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test("V15 a newer passcode stays, and an unreadable one blocks none")
    func aNewerPasscodeStaysAndAnUnreadableOneBlocksNone() async throws {
        try await TestServer.run { server in
            let store = server.dependencies.store
            let session = try await server.signInWithPasscode("own@example.com")
            let own = try await server.account("own@example.com")
            try await Self.stage(["own@example.com"], as: "d", server)
            _ = try await store.write { transaction in
                try transaction.imports.stage(
                    StagedPasscode(
                        importID: StoreContract.rowID("d"), email: "damaged@example.com", passcodeHash: "v1.k1.x"))
            }
            try await Self.stage(["zoe@example.com"], into: "d", server)
            #expect(try await store.write { try $0.imports.decide(id: StoreContract.rowID("d")) })
            try await server.parts.sweeper.sweep()
            #expect(try await server.account("own@example.com") == own)
            #expect(try await server.status(session) == 200)
            #expect(try await server.account("zoe@example.com").passcodeEnabled)
            #expect(try await store.read { try $0.accounts.find(email: "damaged@example.com") } == nil)
            #expect(try await store.read { try $0.imports.ids() } == StoreContract.rowIDs("d"))
            let page = await server.metrics()
            #expect(page.contains("latchkey_unreadable_rows_total{table=\"staged_passcodes\"} 1\n"))
        }
    }

    @Test("V15 an import that cannot be written blocks no other", arguments: damagedTimes)
    func anImportThatCannotBeWrittenBlocksNoOther(_ value: String) async throws {
        try await TestServer.run { server in
            let store = server.dependencies.store
            for id in ["s", "d"] { try await Self.stage(["\(id)@example.com"], as: id, server) }
            #expect(try await store.write { try $0.imports.decide(id: StoreContract.rowID("d")) })
            let staging = "state = 'staging'"
            try await server.database.damage("imports.started_at", to: value, where: staging)
            server.clock.advance(by: ImportRecovery.stagingTime + .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await server.account("d@example.com").passcodeEnabled)
            #expect(try await store.read { try $0.accounts.find(email: "s@example.com") } == nil)
        }
    }

    @Test func laterImportReplacesAnEarlierUnfinishedOne() async throws {
        try await TestServer.run { server in
            try await Self.stage(["ann@example.com"], as: "s", server)
            try await PasscodeImportTests.makeImport(server).run(Self.entries(1))
            let store = server.dependencies.store
            #expect(try await !store.write { try $0.imports.decide(id: StoreContract.rowID("s")) })
            await #expect(throws: (any Error).self) { try await Self.stage(["bob@example.com"], into: "s", server) }
            #expect(try await store.read { try $0.accounts.find(email: "ann@example.com") } == nil)
        }
    }

    @Test(arguments: 1...4)
    func anImportAbandonedWhileStagingIsRejected(after write: Int) async throws {
        try await TestServer.run { server in
            let others = server.dependencies.store
            // The import, and three staged batches.
            let store = InterleavedStore(others) { count in
                if count == write { try await others.write { try $0.imports.abandonAll() } }
            }
            let error = await #expect(throws: PasscodeImportError.self) {
                try await PasscodeImportTests.makeImport(server, store).run(
                    Self.entries(3 * PasscodeImport.batchSize))
            }
            #expect(
                error?.description
                    == "Another import started at the same time. Nothing was imported. Run the command again.")
            try await server.parts.sweeper.sweep()
            #expect(try await others.read { try $0.accounts.ids() }.isEmpty)
        }
    }

    @Test func anAccountsNewPasscodeRejectsItsImport() async throws {
        try await TestServer.run { server in
            // The import, and one staged batch.
            let store = InterleavedStore(server.dependencies.store) { count in
                if count == 2 { _ = try await server.signInWithPasscode("a0@example.com") }
            }
            await #expect(throws: PasscodeImportError.self) {
                try await PasscodeImportTests.makeImport(server, store).run(Self.entries(2))
            }
            try await server.parts.sweeper.sweep()
            let emails = try await server.dependencies.store.read {
                try $0.accounts.all().compactMap(\.value?.email)
            }
            #expect(emails == ["a0@example.com"])
        }
    }

    private static let damagedTimes =
        TestStore.current == .sqlite
        ? ["NULL", "x'00ff'", "0.5", "'abc'"] : ["NULL", "-1", "-9223372036854775808", "9223372036854775807"]
    private static let allTimes = Timestamp(milliseconds: 0)...Timestamp(milliseconds: .max)

    static func entries(_ count: Int) throws -> [PasscodeFile.Entry] {
        let lines = (0..<count).map { "a\($0)@example.com,\(LegacyDigestTests.hash),\(LegacyDigestTests.salt)\n" }
        return try PasscodeFile.read(Data((PasscodeFile.header + "\n" + lines.joined()).utf8))
    }

    static func stage(_ emails: [String], as id: String, _ server: TestServer) async throws {
        try await server.dependencies.store.write { [now = server.clock.now] transaction in
            try transaction.imports.insert(id: StoreContract.rowID(id), at: now)
        }
        try await stage(emails, into: id, server)
    }

    static func stage(_ emails: [String], into id: String, _ server: TestServer) async throws {
        let entry = try #require(LegacyDigest(hash: LegacyDigestTests.hash, salt: LegacyDigestTests.salt))
        let hash = try Argon2idHasher(parameters: CountingHasher.parameters(passes: 1))
            .hash(entry, salt: SystemRandomSource().bytes(Argon2Limits.saltLength))
        for email in emails {
            let sealed = try server.dependencies.sealer.seal(
                Array(hash.text.utf8), for: .passcodeHash,
                context: StagedPasscode.context(importID: StoreContract.rowID(id), email: email))
            let passcode = StagedPasscode(importID: StoreContract.rowID(id), email: email, passcodeHash: sealed)
            guard try await server.dependencies.store.write({ try $0.imports.stage(passcode) }) else {
                throw PasscodeImportError.superseded
            }
        }
    }

    private static func expectAll(_ count: Int, _ server: TestServer) async throws {
        let store = server.dependencies.store
        let accounts = try await store.read { try $0.accounts.all().compactMap(\.value) }
        #expect(accounts.count == count)
        #expect(accounts.allSatisfy { $0.hasPasscode && $0.passcodeEnabled && $0.passcodeVersion == 1 })
        #expect(try await store.read { try $0.imports.ids() }.isEmpty)
    }
}

/// A snapshot of imports by another reader.
private struct ImportSnapshot {
    let states: [ImportState]
    let accounts: Int

    init(_ transaction: Transaction) throws {
        states = try transaction.imports.ids().compactMap { try transaction.imports.state(id: $0) }
        accounts = try transaction.accounts.ids().count
    }
}
