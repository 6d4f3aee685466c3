import ChildProcess
import Foundation
@testable import LatchkeySecureStorage
import Testing

@Suite struct FileSecureStorageUnreadableTests {
    @Test("C4 a modified, truncated or extended file is unreadable")
    func aModifiedTruncatedOrExtendedFileIsUnreadable() async throws {
        let file = try FileStore()
        let store = try file.open()
        try await store.save("secret", for: "a")
        let good = try Data(contentsOf: file.file(for: "a"))
        var bad: [Data] = []
        for index in good.indices {
            for bit in [0x01, 0x80] as [UInt8] {
                var copy = good
                copy[index] ^= bit
                bad.append(copy)
            }
        }
        bad += good.indices.map { good.prefix($0) }
        bad += [good + [0], good + good, Data(count: good.count), Data(count: SealedSecret.maximumFileLength + 1)]
        for bytes in bad {
            try bytes.write(to: file.file(for: "a"))
            await expectUnreadable(store)
            #expect(try Data(contentsOf: file.file(for: "a")) == bytes)
        }
        try good.write(to: file.file(for: "a"))
        #expect(try await store.load(String.self, for: "a") == "secret")
    }

    @Test("C4 links, pipes and foreign files are unreadable") func linksPipesAndForeignFilesAreUnreadable() async throws
    {
        let file = try FileStore()
        let store = try file.open()
        try await store.save("b", for: "b")
        let (path, other) = (file.file(for: "a").path, file.file(for: "b").path)
        // A hard link to another secret's file, a symbolic link, a pipe, and a directory.
        #expect(link(other, path) == 0)
        await expectUnreadable(store)
        unlink(path)
        #expect(symlink(other, path) == 0)
        await expectUnreadable(store)
        unlink(path)
        // A symbolic link is unreadable even if its target is the valid file.
        try await store.save("a", for: "a")
        let elsewhere = file.temporary.url.appendingPathComponent("elsewhere").path
        #expect(rename(path, elsewhere) == 0 && symlink(elsewhere, path) == 0)
        await expectUnreadable(store)
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        await expectUnreadable(store)
        unlink(path)
        #expect(mkdir(path, 0o700) == 0)
        await expectUnreadable(store)
        rmdir(path)
        #expect(try await store.load(String.self, for: "a") == nil)
        #expect(try await store.load(String.self, for: "b") == "b")
    }

    @Test("C4 secrets under another key are unreadable, not absent") func secretsUnderAnotherKeyAreUnreadableNotAbsent()
        async throws
    {
        let file = try FileStore()
        try await file.open().save("secret", for: "a")
        try Data(repeating: 7, count: 32).write(to: file.keyURL)
        await expectUnreadable(try file.open())
    }

    @Test func damagedSecretCanBeDeletedAndStoredAgain() async throws {
        let file = try FileStore()
        let store = try file.open()
        try await store.save("secret", for: "a")
        try Data("LKS1 torn".utf8).write(to: file.file(for: "a"))
        try await store.delete(for: "a")
        #expect(try await store.exists(for: "a") == false)
        try await store.save("again", for: "a")
        #expect(try await store.load(String.self, for: "a") == "again")
    }

    private func expectUnreadable(_ store: FileSecureStorage, _ location: SourceLocation = #_sourceLocation) async {
        await expectUnreadable(location) { () async throws(SecureStorageError) in
            _ = try await store.load(String.self, for: "a")
        }
        await expectUnreadable(location) { () async throws(SecureStorageError) in _ = try await store.exists(for: "a") }
        await expectUnreadable(location) { () async throws(SecureStorageError) in try await store.save("new", for: "a")
        }
        await expectUnreadable(location) { () async throws(SecureStorageError) in
            try await store.update(String.self, for: "a") { $0 = "new" }
        }
    }

    private func expectUnreadable(
        _ location: SourceLocation, _ body: () async throws(SecureStorageError) -> Void
    ) async {
        do throws(SecureStorageError) {
            try await body()
            Issue.record("no error", sourceLocation: location)
        } catch {
            guard case .unreadable = error else {
                Issue.record("\(error)", sourceLocation: location)
                return
            }
        }
    }
}
