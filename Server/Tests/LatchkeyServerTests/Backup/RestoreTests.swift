import Foundation
import GRDB
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite(.onSQLite) struct RestoreTests {
    /// Restores a backup of the server's database to another path.
    private static func restore(_ server: TestServer, requiresReset: Bool = false) async throws -> SQLiteStore {
        let backup = server.directory.appending(path: "backup.sqlite").path
        try await DatabaseBackup(random: SystemRandomSource(), clock: ManualClock())
            .write(of: server.dependencies.settings.databasePath, to: backup)
        let place = server.directory.appending(path: "restored.sqlite").path
        _ = try await DatabaseRestore(
            random: SystemRandomSource(), clock: server.clock, data: RestoredData(requiresReset: requiresReset)
        ).run(from: backup, to: place) { store in
            try await KeyCheck(store: store).verify(server.dependencies.sealer)
        }
        return try TestServer.openStore(place)
    }

    /// The row that a server writes at its start.
    private static func key(_ server: TestServer) async throws {
        try await KeyCheck(store: server.dependencies.store).verify(server.dependencies.sealer)
    }

    @Test("V5 V6 a restore keeps passcodes and activity, not sessions or links")
    func aRestoreKeepsPasscodesAndActivityNotSessionsOrLinks() async throws {
        try await TestServer.run { server in
            try await Self.key(server)
            let session = try await server.signInWithPasscode()
            try await server.fail(2, session)
            let signIn = try #require(try await server.signInEmail("ann@example.com").token)
            let reset = try #require(try await server.resetEmail().token)
            let account = try await server.account()
            let restored = try await Self.restore(server)
            try await TestServer.run(sharing: server, store: restored) { server in
                #expect(try await server.account() == account && account.failures == 2)
                #expect(try await server.status(session) == 401)
                #expect(try await server.refresh(session.refreshToken).status == 401)
                let used = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(signIn)"}"#)
                #expect(used.problem == "invalid-code")
                let again = try await server.post(
                    "/api/auth/reset-passcode", #"{"token":"\#(reset)","new_passcode":"580293"}"#)
                #expect(again.problem == "invalid-code")
                let fresh = try await server.signInLater()
                #expect(fresh.user.locked)
                #expect(try await server.verify(TestServer.passcode, fresh).status == 200)
                #expect(try await server.account().failures == 0)
                let events = try await restored.read {
                    try $0.activity.page(accountID: account.id, before: nil, limit: 50).map(\.value?.kind)
                }
                #expect(events.contains(.passcodeSet) && events.contains(.passcodeFailed))
            }
        }
    }

    @Test func restoreKeepsNoticesButNotSignInOrResetEmails() async throws {
        try await TestServer.run { server in
            try await Self.key(server)
            try await server.dependencies.store.write { transaction in
                for (id, purpose) in [("s", .signIn), ("r", .reset), ("n", .notice)] as [(String, EmailPurpose)] {
                    try transaction.oneTimeTokens.insert(StoreContract.oneTime(id, purpose))
                    try transaction.outbox.insert(StoreContract.queuedEmail(id, purpose))
                }
            }
            let store = try await Self.restore(server)
            try await store.read { transaction in
                try hold(transaction.outbox.ids() == StoreContract.rowIDs("n"))
                func isKept(_ id: String, _ purpose: EmailPurpose) throws -> Bool {
                    let digest = StoreContract.tokenDigest("link-" + id)
                    return try transaction.oneTimeTokens.find(linkDigest: digest, purpose: purpose) != nil
                }
                try hold(isKept("n", .notice) && !isKept("s", .signIn) && !isKept("r", .reset))
            }
        }
    }

    @Test("V3 restored after a break-in, passcodes must be reset")
    func restoredAfterABreakInPasscodesMustBeReset() async throws {
        try await TestServer.run { server in
            try await Self.key(server)
            let (_, device) = try await server.signInWithDevice()
            _ = try await server.signIn("bob@example.com")
            let restored = try await Self.restore(server, requiresReset: true)
            try await TestServer.run(sharing: server, store: restored) { server in
                let session = try await server.signInLater()
                #expect(try await server.open(device) == 410)
                #expect(
                    try await server.verify(TestServer.passcode, session).problem == "passcode-reset-required")
                #expect(try await server.resetPasscode(to: "580293", session).status == 200)
                #expect(try await server.account("bob@example.com").resetRequired == false)
            }
        }
    }

    @Test func restoredDatabaseIsOnePrivateFile() async throws {
        try await TestServer.run { server in
            try await Self.key(server)
            let (session, device) = try await server.signInWithDevice()
            // The device's next key, and a shut one of another account.
            _ = try await server.register(replacing: device.token, session)
            let (other, shut) = try await server.signInWithDevice("bob@example.com")
            #expect(try await server.shut(shut, other).status == 204)
            let backup = server.directory.appending(path: "backup.sqlite").path
            try await DatabaseBackup(random: SystemRandomSource(), clock: ManualClock())
                .write(of: server.dependencies.settings.databasePath, to: backup)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: backup)
            let folder = server.directory.appending(path: "place")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let report = try await restore().run(from: backup, to: folder.path + "/new.sqlite") { _ in }
            let key = try #require(try await server.storedKeys().first)
            let known = RestoredData.Device(account: "ann@example.com", report: DeviceReport(key))
            #expect(report == RestoredData.Report(accounts: 2, endedSessions: 2, devices: [known], unreadable: []))
            let lines = RestoredData(requiresReset: false).lines(about: report)
            let since = key.createdAt.date.formatted(.iso8601)
            #expect(lines.last == "ann@example.com\t\(key.id)\tan app\tregistered \(since)\tnot used")
            #expect(lines.contains { $0.contains("shut lost ones, or use --require-reset") })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["new.sqlite"])
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/new.sqlite")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    private func restore() -> DatabaseRestore {
        DatabaseRestore(random: SystemRandomSource(), clock: ManualClock(), data: RestoredData(requiresReset: false))
    }
}
