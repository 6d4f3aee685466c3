import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

@Suite(.onSQLite) struct BackupTests {
    private let backup = DatabaseBackup(random: SystemRandomSource(), clock: ManualClock())

    @Test func aBackupIsOneCompleteFilePrivateToItsOwner() async throws {
        try await TemporaryStore.run { store, path in
            try await store.write { try $0.accounts.insert(StoreContract.account("1")) }
            try await backup.write(of: path, to: path + ".copy")
            let copy = try SQLiteStore(path: path + ".copy", clock: ManualClock())
            let account = StoreContract.account("1")
            #expect(try await copy.read { try $0.accounts.find(id: account.id) } == account)
            try copy.close()
            let folder = URL(filePath: path).deletingLastPathComponent()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { $0.contains("part") }.isEmpty)
            let attributes = try FileManager.default.attributesOfItem(atPath: path + ".copy")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func backupDoesNotOverwriteAFileCreatedMeanwhile() async throws {
        try await ScratchFolder.with { scratch in
            let place = scratch.appending(path: "copy.sqlite")
            let file = try NewFile(place.path, id: [1])
            try Data("another's".utf8).write(to: place)
            #expect(throws: BackupError.alreadyExists(place.path)) { try file.publish() }
            #expect(try Data(contentsOf: place) == Data("another's".utf8))
        }
    }

    @Test func aBackupDoesNotContainDeletedData() async throws {
        try await TemporaryStore.run { store, path in
            try await store.write { try $0.accounts.insert(StoreContract.account("1", email: "gone@example.com")) }
            try await store.write { try $0.accounts.delete(id: StoreContract.rowID("1")) }
            try await backup.write(of: path, to: path + ".copy")
            let bytes = try Data(contentsOf: URL(filePath: path + ".copy"))
            #expect(!bytes.isEmpty && bytes.range(of: Data("gone@".utf8)) == nil)
        }
    }

    @Test func backupOverwritesNoFileAndRequiresAnIntactDatabase() async throws {
        try await TemporaryStore.run { store, path in
            let taken = path + ".taken"
            try Data("mine".utf8).write(to: URL(filePath: taken))
            await #expect(throws: BackupError.alreadyExists(taken)) { try await backup.write(of: path, to: taken) }
            #expect(try Data(contentsOf: URL(filePath: taken)) == Data("mine".utf8))
            await #expect(throws: BackupError.noDatabase(path + ".none")) {
                try await backup.write(of: path + ".none", to: path + ".copy")
            }
            await #expect(throws: BackupError.self) { try await backup.write(of: path, to: path + "/no/such") }
            // A session without an account: SQLite opens the file, but it is not a sound database of this server.
            try store.close()
            var loose = Configuration()
            loose.foreignKeysEnabled = false
            let queue = try DatabaseQueue(path: path, configuration: loose)
            try await queue.write { db in
                try db.execute(
                    sql: "INSERT INTO activity (account_id, at, kind) VALUES ('unknown', 1, 'signed_in')")
            }
            try queue.close()
            await #expect(throws: BackupError.damaged(path)) { try await backup.write(of: path, to: path + ".copy") }
            #expect(!FileManager.default.fileExists(atPath: path + ".copy"))
            #expect(!FileManager.default.fileExists(atPath: path + ".none"))
        }
    }
}
