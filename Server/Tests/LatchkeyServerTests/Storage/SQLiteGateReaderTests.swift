import Foundation
import Testing

@testable import LatchkeyServer

/// Reads on the threads that serve all connections.
@Suite(.onSQLite) struct SQLiteGateReaderTests {
    /// Runs `body` with a database of one token, whose whole log is in its file.
    private func with(_ body: (SQLiteStore, String) async throws -> Void) async throws {
        try await TemporaryStore.run { store, path in
            let (ann, now) = (StoreContract.account("1"), StoreContract.now)
            try await store.write { transaction in
                try transaction.accounts.insert(ann)
                try transaction.sessions.insert(StoreContract.session("a", ann))
                try transaction.sessionTokens.insert(StoreContract.token("t", "a", .access, end: now + .minutes(15)))
            }
            try await store.emptyLog()
            try await body(store, path)
        }
    }

    private func read(_ reader: SQLiteGateReader, _ token: String = "t") throws -> GateSession? {
        try reader.session(tokenDigest: StoreContract.tokenDigest(token), attemptsReservedUpTo: StoreContract.now)
    }

    @Test("V9 the gate's reads never wait for the disk", .enabled(if: canEvict, "the files' cache cannot be emptied"))
    func theGatesReadsNeverWaitForTheDisk() async throws {
        try await with { store, path in
            let reader = SQLiteGateReader(path: path)
            #expect(try read(reader)?.sessionID == StoreContract.rowID("a"))
            #expect(try read(reader, "none") == nil)
            // A read also starts reading ahead, and some find what a fast disk has then read.
            var failures = 0
            for second in 1...50 {
                // A write empties the connection's own cache.
                let time = StoreContract.now + .seconds(second)
                try await store.write { try $0.sessions.touch(id: StoreContract.rowID("a"), at: time) }
                try await store.emptyLog()
                try evict(path)
                do {
                    let token = second.isMultiple(of: 2) ? "t" : "none"
                    let found = try read(reader, token)
                    #expect(found?.sessionID == (token == "t" ? StoreContract.rowID("a") : nil))
                } catch is CachedReads.Unread {
                    failures += 1
                }
            }
            #expect(failures > 25)
            let found = try await store.gateSession(
                tokenDigest: StoreContract.tokenDigest("t"), settleWithin: .seconds(10))
            #expect(found?.session.sessionID == StoreContract.rowID("a"))
            _ = try Data(contentsOf: URL(filePath: path))
            #expect(try read(reader)?.sessionID == StoreContract.rowID("a"))
        }
    }

    @Test func readerSeesTheLatestCommit() async throws {
        try await with { store, path in
            let reader = SQLiteGateReader(path: path)
            #expect(try read(reader)?.lastActiveAt == StoreContract.now)
            let later = StoreContract.now + .minutes(1)
            try await store.write { try $0.sessions.touch(id: StoreContract.rowID("a"), at: later) }
            #expect(try read(reader)?.lastActiveAt == later)
        }
    }

    @Test func closedReaderReadsNothing() async throws {
        try await with { _, path in
            let reader = SQLiteGateReader(path: path)
            let found = try read(reader)
            #expect(found != nil)
            reader.close()
            #expect(throws: CachedReads.Unread.self) { try read(reader) }
        }
    }
}

/// Whether the file system supports reads of cached data only. Independent of the type under test.
let canEvict: Bool = {
    let file = FileManager.default.temporaryDirectory.appending(path: "evict-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard FileManager.default.createFile(atPath: file, contents: Data(count: 8192)),
        let open = FileHandle(forReadingAtPath: file)
    else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard let symbol = dlsym(nil, "preadv2") else { return false }
    let preadv2 = unsafeBitCast(
        symbol, to: (@convention(c) (Int32, UnsafePointer<iovec>, Int32, off_t, Int32) -> Int).self)
    func read() -> Int {
        bytes.withUnsafeMutableBytes { buffer in
            var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            return preadv2(open.fileDescriptor, &part, 1, 4096, /* RWF_NOWAIT */ 8)
        }
    }
    // The disk can be faster than a read.
    guard (0..<100).contains(where: { _ in (try? evict(file)) != nil && read() < 0 }) else { return false }
    _ = try? open.readToEnd()
    return read() == 4096
}()

/// Removes the file from the system's cache.
private func evict(_ path: String) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.synchronize()
    #if canImport(Glibc)
    #expect(posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_DONTNEED) == 0)
    #endif
}
