import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

/// Files that a restore rejects without a trace.
@Suite(.onSQLite) struct RestoreRejectionTests {
    private let restore = DatabaseRestore(
        random: SystemRandomSource(), clock: ManualClock(), data: RestoredData(requiresReset: false))

    /// Runs `body` with a sound backup of one account, and a target path.
    private func withBackup(_ body: (_ backup: String, _ place: String) async throws -> Void) async throws {
        try await TemporaryStore.run { store, path in
            try await store.write { transaction in
                try transaction.accounts.insert(StoreContract.account("1"))
                try transaction.keyCheck.insert("record")
            }
            try await DatabaseBackup(random: SystemRandomSource(), clock: ManualClock()).write(
                of: path, to: path + ".backup")
            let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "place")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try await body(path + ".backup", folder.path + "/latchkey.sqlite")
        }
    }

    private func contents(around place: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: place).deletingLastPathComponent().path)
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func restoreDoesNotOverwriteADatabaseOrItsLog(_ suffix: String) async throws {
        try await withBackup { backup, place in
            try Data("mine".utf8).write(to: URL(filePath: place + suffix))
            await #expect(throws: BackupError.alreadyExists(place + suffix)) {
                _ = try await restore.run(from: backup, to: place) { _ in }
            }
            #expect(try contents(around: place) == ["latchkey.sqlite" + suffix])
            #expect(try Data(contentsOf: URL(filePath: place + suffix)) == Data("mine".utf8))
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func aDamagedOrForeignFileIsRejected(_ kind: Int) async throws {
        try await withBackup { backup, place in
            let file = URL(filePath: backup)
            switch kind {
            case 0: try Data().write(to: file)
            case 1: try Data(repeating: 7, count: 9000).write(to: file)
            case 2:
                var bytes = try Data(contentsOf: file)
                bytes.replaceSubrange(4096..<12_288, with: Data(repeating: 7, count: 8192))
                try bytes.write(to: file)
            default:
                try FileManager.default.removeItem(at: file)
                let queue = try DatabaseQueue(path: backup)
                try await queue.write { db in try db.execute(sql: "CREATE TABLE users (id TEXT)") }
                try queue.close()
            }
            await #expect(throws: BackupError.damaged(backup)) {
                _ = try await restore.run(from: backup, to: place) { _ in }
            }
            #expect(try contents(around: place) == [])
        }
    }

    @Test(arguments: ["13 (database or disk is full)", "778 (disk I/O error)"])
    func aFullOrFailingDiskIsNotReportedAsDamage(_ code: String) async throws {
        try await withBackup { (backup, place) async throws in
            await #expect(throws: BackupError.notWritten(place, reason: code)) {
                _ = try await restore.run(from: backup, to: place) { _ in throw StoreError.unavailable(code: code) }
            }
            await #expect(throws: BackupError.damaged(backup)) {
                _ = try await restore.run(from: backup, to: place) { _ in
                    throw StoreError.unavailable(code: "11 (database disk image is malformed)")
                }
            }
            #expect(try contents(around: place) == [])
        }
    }

    @Test func aMissingBackupOrOtherKeysRestoreNothing() async throws {
        struct OtherKeys: Error {}
        try await withBackup { (backup, place) async throws in
            await #expect(throws: BackupError.unreadable(backup + ".none")) {
                _ = try await restore.run(from: backup + ".none", to: place) { _ in }
            }
            let folder = URL(filePath: backup).deletingLastPathComponent().path
            await #expect(throws: BackupError.unreadable(folder)) {
                _ = try await restore.run(from: folder, to: place) { _ in }
            }
            await #expect(throws: OtherKeys.self) {
                _ = try await restore.run(from: backup, to: place) { _ in throw OtherKeys() }
            }
            #expect(try contents(around: place) == [])
        }
    }
}
