import ChildProcess
import Foundation
import LatchkeySecureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileSecureStorageFaultTests {
    private static let replacing: [FileWriteStep] = [.created, .written, .synced, .renamed, .directorySynced]

    @Test("C8 a crash mid-change leaves the old or new value")
    func aCrashMidChangeLeavesTheOldOrNewValue() async throws {
        for operation in ["save", "update"] {
            for step in Self.replacing {
                for before in ["old", nil] {
                    let store = try FileStore()
                    try await kill(store, at: step, during: operation, before: before)
                    let expected = step == .renamed || step == .directorySynced ? "new" : before
                    #expect(try await store.open().load(String.self, for: "secret") == expected, "\(operation) \(step)")
                    try await expectUsable(store)
                }
            }
        }
    }

    @Test("C8 a crash mid-deletion leaves the value intact or absent")
    func aCrashMidDeletionLeavesTheValueIntactOrAbsent() async throws {
        for step in [FileWriteStep.removed, .directorySynced] {
            let store = try FileStore()
            try await kill(store, at: step, during: "delete", before: "old")
            #expect(try await store.open().load(String.self, for: "secret") == nil)
            try await expectUsable(store)
        }
    }

    @Test func aChangeIsOnTheDiskBeforeItReturns() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: FileWriteStep.self)
        let file = try FileStore()
        let store = try file.open { continuation.yield($0) }
        try await store.save(1, for: "a")
        try await store.update(Int.self, for: "a") { _ in }
        try await store.update(Int.self, for: "a") { $0 = 2 }
        try await store.delete(for: "a")
        continuation.finish()
        var steps: [FileWriteStep] = []
        for await step in stream { steps.append(step) }
        #expect(steps == Self.replacing + Self.replacing + [.removed, .directorySynced])
    }

    @Test("C2 concurrent processes lose no change of a secret")
    func concurrentProcessesLoseNoChangeOfASecret() async throws {
        let store = try FileStore()
        // None of them finds a key, so they also race to create it.
        let children = try (0..<3).map { _ in try ChildProcess(["storage", "increment", store.directory.path, "100"]) }
        let own = try store.open()
        for _ in 0..<100 { try await own.update(Int.self, for: "count") { $0 = ($0 ?? 0) + 1 } }
        for child in children { #expect(try child.waitForChange() == .exited(0)) }
        #expect(try await own.load(Int.self, for: "count") == 400)
    }

    @Test("C2 two objects sharing one directory lose no change")
    func twoObjectsSharingOneDirectoryLoseNoChange() async throws {
        let file = try FileStore()
        let stores = [try file.open(), try file.open()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask { try await stores[index % 2].update(Int.self, for: "count") { $0 = ($0 ?? 0) + 1 } }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].load(Int.self, for: "count") == 100)
    }

    @Test("C4 a process stopped mid-change makes others fail without hanging")
    func aProcessStoppedMidChangeMakesOthersFailWithoutHanging() async throws {
        let store = try FileStore()
        try await store.open().save("old", for: "secret")
        let child = try ChildProcess(["storage", "stop", store.directory.path, "synced", "save"])
        #expect(try child.waitForChange() == .stopped(by: SIGSTOP))
        let hasty = try store.open(timeout: .milliseconds(20))
        await #expect(throws: SecureStorageError.busy) { try await hasty.save("mine", for: "secret") }
        await #expect(throws: SecureStorageError.busy) { try await hasty.delete(for: "secret") }
        await #expect(throws: SecureStorageError.busy) {
            try await hasty.update(String.self, for: "secret") { $0 = "mine" }
        }
        #expect(try await hasty.load(String.self, for: "secret") == "old", "reading waits for no one")
        child.send(SIGCONT)
        #expect(try child.waitForChange() == .exited(0))
        #expect(try await hasty.load(String.self, for: "secret") == "new")
        try await expectUsable(store)
    }

    @Test("C8 a failed file or directory sync fails the change")
    func aFailedFileOrDirectorySyncFailsTheChange() async throws {
        for step in [FileWriteStep.written, .renamed, .removed] {
            let file = try FileStore()
            try await file.open().save("old", for: "secret")
            let synced = step == .written ? file.directory.appendingPathComponent("pending.tmp") : file.directory
            let store = try file.open { if $0 == step { replaceWithPipe(synced) } }
            await #expect(throws: SecureStorageError.self, "\(step)") {
                if step == .removed {
                    try await store.delete(for: "secret")
                } else {
                    try await store.save("new", for: "secret")
                }
            }
        }
    }

    @Test func fullDiskKeepsTheOldValueAndLeavesNoFiles() async throws {
        let store = try FileStore()
        try await store.open().save("old", for: "secret")
        let before = try store.names()
        let child = try ChildProcess(["storage", "full", store.directory.path])
        #expect(child.nextLine() == "saveFailed true")
        #expect(try child.waitForChange() == .exited(0))
        #expect(try await store.open().load(String.self, for: "secret") == "old")
        #expect(try store.names() == before)
    }

    private func kill(
        _ store: FileStore, at step: FileWriteStep, during operation: String, before: String?
    ) async throws {
        let own = try store.open()
        if let before { try await own.save(before, for: "secret") }
        let child = try ChildProcess(["storage", "die", store.directory.path, step.rawValue, operation])
        #expect(try child.waitForChange() == .killed(by: SIGKILL))
    }

    private func expectUsable(_ store: FileStore) async throws {
        try await store.open().save("after", for: "secret")
        #expect(try await store.open().load(String.self, for: "secret") == "after")
        #expect(try store.names() == ["key", store.file(for: "secret").lastPathComponent])
    }
}

/// Replaces this process's descriptors of a file with one end of a pipe, which cannot be synced.
private func replaceWithPipe(_ file: URL) {
    var (wanted, found, ends) = (stat(), stat(), [Int32](repeating: -1, count: 2))
    guard stat(file.path, &wanted) == 0, pipe(&ends) == 0 else { return }
    for descriptor in 0..<1024 as Range<Int32> where fstat(descriptor, &found) == 0 {
        if found.st_dev == wanted.st_dev, found.st_ino == wanted.st_ino { dup2(ends[0], descriptor) }
    }
    ends.forEach { close($0) }
}
