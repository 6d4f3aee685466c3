import Foundation
import HTTPTypes
import LatchkeyAPI
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

@Suite struct PasscodeImportTests {
    @Test func importedPasscodeLocksAndUnlocksTheSession() async throws {
        try await TestServer.run(environment: ["LATCHKEY_SIGN_UP": "closed"]) { server in
            try await Self.importPasscodes(server, ["ann@example.com"])
            let session = try await server.signIn()
            #expect(session.user.hasPasscode && session.user.passcodeEnabled && session.user.locked)
            #expect(try await server.verify(TestServer.wrongPasscode, session).problem == "incorrect-passcode")
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
        }
    }

    @Test func anUnlockSetsTheLanguageOfAnImportedAccountOnce() async throws {
        try await TestServer.run { server in
            try await Self.importPasscodes(server, ["ann@example.com"])
            for (language, expected) in [(nil, "en"), ("fr", "fr"), ("de", "fr")] as [(String?, String)] {
                let session = try await server.signIn()
                let response = try await server.send(
                    .post, "/api/auth/verify-passcode", #"{"passcode":"\#(TestServer.passcode)"}"#,
                    bearer: session.accessToken, headers: language.map { ["Accept-Language": $0] } ?? [:])
                #expect(try response.session().user.language == expected)
                server.clock.advance(by: EmailLimits.interval)
            }
        }
    }

    @Test("V7 the first success replaces an imported verifier")
    func theFirstSuccessReplacesAnImportedVerifier() async throws {
        try await TestServer.run { server in
            try await Self.importPasscodes(server, ["ann@example.com"])
            let records = PasscodeRecordSealer(sealer: server.dependencies.sealer, random: SystemRandomSource())
            let imported = try #require(try await records.hash(of: server.account()))
            #expect(imported.legacySalt != nil && !imported.text.contains(LegacyDigestTests.hash))
            let session = try await server.signIn()
            _ = try await server.verify(TestServer.wrongPasscode, session)
            #expect(try await records.hash(of: server.account())?.text == imported.text)
            let open = try await server.verify(TestServer.passcode, session).session()
            #expect(try await records.hash(of: server.account())?.legacySalt == nil)
            #expect(try await server.verify(TestServer.passcode, open).status == 200)
        }
    }

    @Test func importedPasscodeCanBeChangedImmediately() async throws {
        try await TestServer.run { server in
            try await Self.importPasscodes(server, ["ann@example.com"])
            let open = try await server.verify(TestServer.passcode, server.signIn()).session()
            let changed = try await server.set(#"{"passcode":"580293","current_passcode":"739105"}"#, open)
            #expect(changed.status == 200)
            #expect(try await server.verify("580293", changed.session()).status == 200)
        }
    }

    @Test("V6 an import ends sessions, and V14 notifies the owner")
    func anImportEndsSessionsAndNotifiesTheOwner() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
            try await Self.importPasscodes(server, ["ann@example.com", "bob@example.com"])
            #expect(try await server.status(session) == 401)
            for email in ["ann@example.com", "bob@example.com"] {
                #expect(try await server.takeEmails(to: email).map(\.subject) == ["A passcode was set"])
            }
        }
    }

    @Test("V18 an import logs an act of the operator per account")
    func anImportLogsAnActOfTheOperatorPerAccount() async throws {
        try await TestServer.run { server in
            let ann = try await server.signIn().user
            try await Self.importPasscodes(server, ["ann@example.com", "bob@example.com"])
            let entries = try await server.entries()
            #expect(entries.allSatisfy { $0.act == .passcodeImported && $0.author == .operator })
            #expect(entries.map(\.accountEmail).sorted() == ["ann@example.com", "bob@example.com"])
            #expect(try await Set(entries.map(\.accountID)) == [ann.id, server.account("bob@example.com").id])
        }
    }

    @Test func existingPasscodeOfOneAccountRejectsTheWholeImport() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode("bob@example.com")
            let error = await #expect(throws: PasscodeImportError.self) {
                try await Self.importPasscodes(server, ["ann@example.com", "bob@example.com", "eve@example.com"])
            }
            #expect(error?.description.hasPrefix("line 3: the account already has a passcode\n") == true)
            #expect(
                try await server.dependencies.store.read { try $0.accounts.all().compactMap(\.value?.email) } == [
                    "bob@example.com"
                ])
            #expect(try await server.status(session) == 200)
        }
    }

    @Test("V8 a database failure imports nothing")
    func aDatabaseFailureImportsNothing() async throws {
        try await TestServer.run { server in
            let store = FaultyStore(server.dependencies.store)
            store.failWrites()
            await #expect(throws: StoreError.self) {
                try await Self.importPasscodes(server, ["ann@example.com"], store: store)
            }
            let accounts = try await server.dependencies.store.read { try $0.accounts.all().compactMap(\.value) }
            #expect(accounts.isEmpty)
        }
    }

    static func importPasscodes(
        _ server: TestServer, _ emails: [String], store: (any Store)? = nil
    ) async throws {
        let lines = emails.map { "\($0),\(LegacyDigestTests.hash),\(LegacyDigestTests.salt)\n" }
        let entries = try PasscodeFile.read(Data((PasscodeFile.header + "\n" + lines.joined()).utf8))
        try await makeImport(server, store).run(entries)
    }

    static func makeImport(_ server: TestServer, _ store: (any Store)? = nil) throws -> PasscodeImport {
        let dependencies = server.dependencies
        let store = store ?? dependencies.store
        let records = PasscodeRecordSealer(sealer: dependencies.sealer, random: dependencies.random)
        let unreadable = UnreadableRows(logger: dependencies.logger)
        return PasscodeImport(
            store: store, hasher: Argon2idHasher(parameters: try CountingHasher.parameters(passes: 1)),
            workers: KDFWorkers(threads: 2, queueLimit: PasscodeImport.batchSize, deadline: .seconds(60)),
            recovery: ImportRecovery(
                store: store, records: records, activity: ActivityLog(unreadable: unreadable),
                unreadable: unreadable))
    }
}
