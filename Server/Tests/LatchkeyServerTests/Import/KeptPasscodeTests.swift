import LatchkeyAPI
import Logging
import Testing

@testable import LatchkeyServer

/// Staged passcodes that cannot be stored in their accounts.
@Suite struct KeptPasscodeTests {
    @Test("V15 an unreadable staged passcode is kept and imported later")
    func anUnreadableStagedPasscodeIsKeptAndImportedLater() async throws {
        try await TestServer.run { server in
            let store = server.dependencies.store
            try await ImportRecoveryTests.stage(["ann@example.com", "bob@example.com"], as: "d", server)
            _ = try await store.write { try $0.imports.decide(id: StoreContract.rowID("d")) }
            let database = server.database
            let ofAnn = "WHERE email = 'ann@example.com'"
            try await database.execute("UPDATE staged_passcodes SET passcode_hash = 'v2.' || passcode_hash \(ofAnn)")
            let before = try await database.rows("SELECT * FROM staged_passcodes \(ofAnn)")
            for _ in 0..<2 { try await server.parts.sweeper.sweep() }
            #expect(try await server.account("bob@example.com").passcodeEnabled)
            let after = try await database.rows("SELECT * FROM staged_passcodes")
            #expect(after == before && before.count == 1)
            #expect(try await store.read { try $0.imports.state(id: StoreContract.rowID("d")) } == .decided)
            try await database.execute("UPDATE staged_passcodes SET passcode_hash = substr(passcode_hash, 4)")
            // A sweep of another server, or of this one after a restart.
            try await server.unawareSweeper.sweep()
            #expect(try await server.account().passcodeEnabled)
            #expect(try await store.read { try $0.imports.ids() }.isEmpty)
        }
    }

    @Test func anUnreadableNoticeDoesNotBlockAnImport() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            let account = try await server.account()
            try await server.dependencies.store.write { transaction in
                try server.parts.activity.notifyOwner(
                    .passcodeSet, of: account, device: nil, client: ClientInfo(ip: nil), in: transaction)
            }
            try await server.database.damage("notices.count", to: "5000000000", where: "kind = 'passcode_set'")
            try await PasscodeImportTests.importPasscodes(server, ["ann@example.com", "bob@example.com"])
            for email in ["ann@example.com", "bob@example.com"] {
                #expect(try await server.account(email).passcodeEnabled)
            }
        }
    }

    @Test("V15 an unreadable account rejects the file by its line")
    func anUnreadableAccountRejectsTheFileByItsLine() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            try await Self.setDeliveryStatus("'unheard_of'", server)
            let error = await #expect(throws: PasscodeImportError.self) {
                try await PasscodeImportTests.importPasscodes(server, ["bob@example.com", "ann@example.com"])
            }
            #expect(error?.description == "line 3: the account cannot be read\nNothing was imported.")
            try await server.unawareSweeper.sweep()
            #expect(try await server.dependencies.store.read { try $0.accounts.ids() }.count == 1)
        }
    }

    @Test func accountDamagedDuringAnImportIsReportedAndImportedLater() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            let others = server.dependencies.store
            // The import, the staged batch, the decision.
            let store = InterleavedStore(others) { count in
                if count == 3 { try await Self.setDeliveryStatus("'unheard_of'", server) }
            }
            let error = await #expect(throws: PasscodeImportError.self) {
                try await PasscodeImportTests.importPasscodes(
                    server, ["bob@example.com", "ann@example.com"], store: store)
            }
            #expect(error?.description.hasPrefix("line 3: the passcode cannot be stored") == true)
            #expect(error?.description.contains("\n1 imported.") == true)
            #expect(try await server.account("bob@example.com").passcodeEnabled)
            try await Self.setDeliveryStatus("NULL", server)
            try await server.unawareSweeper.sweep()
            #expect(try await server.account().passcodeEnabled)
        }
    }

    @Test("V15 an import ends with any number of quarantined rows")
    func anImportEndsWithAnyNumberOfQuarantinedRows() async throws {
        try await TestServer.run { server in
            let store = server.dependencies.store
            try await ImportRecoveryTests.stage(["ann@example.com"], as: "d", server)
            _ = try await store.write { transaction in
                _ = try transaction.imports.stage(
                    StagedPasscode(
                        importID: StoreContract.rowID("d"), email: "damaged@example.com", passcodeHash: "v1.k1.x"))
                return try transaction.imports.decide(id: StoreContract.rowID("d"))
            }
            let recovery = server.unawareSweeper.imports
            for number in 0..<UnreadableRows.maximum {
                recovery.unreadable.quarantine("n\(number)", in: .stagedPasscodes)
            }
            #expect(try await !recovery.run())
            #expect(try await store.read { try $0.imports.state(id: StoreContract.rowID("d")) } == .decided)
        }
    }

    private static func setDeliveryStatus(_ value: String, _ server: TestServer) async throws {
        try await server.database.execute(
            "UPDATE users SET mail_trouble = \(value) WHERE email = 'ann@example.com'")
    }
}
