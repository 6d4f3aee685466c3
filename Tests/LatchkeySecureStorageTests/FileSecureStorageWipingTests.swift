import Foundation
import LatchkeyCore
import LatchkeySecureStorage
import Testing

/// Wiping of secret copies in a file storage.
struct FileSecureStorageWipingTests {
    private static let (old, new) = ("the old secret, of some length", "the new secret, of some length")

    /// A recorder of wiped texts, as they were before.
    private final class Recorder: @unchecked Sendable {
        // Proof: accessed only while the lock is held.
        private let lock = NSLock()
        private var texts: [String] = []

        func wipe(_ memory: UnsafeMutableRawBufferPointer) {
            let text = String(decoding: memory, as: UTF8.self)
            LatchkeyCore.wipe(memory)
            lock.withLock { texts.append(memory.allSatisfy { $0 == 0 } ? text : "left: \(text)") }
        }

        func take() -> [String] {
            lock.withLock {
                defer { texts = [] }
                return texts
            }
        }
    }

    @Test("C9 every in-memory copy of a secret is overwritten")
    func everyInMemoryCopyOfASecretIsOverwritten() async throws {
        let (file, recorder) = (try FileStore(), Recorder())
        let store = try file.open(wiping: recorder.wipe)
        let (old, new) = ("\"\(Self.old)\"", "\"\(Self.new)\"")
        try await store.save(Self.old, for: "key")
        #expect(recorder.take() == [old])
        try await store.save(Self.new, for: "key")
        #expect(recorder.take().sorted() == [new, old], "what was there is opened, too")
        #expect(try await store.load(String.self, for: "key") == Self.new)
        #expect(recorder.take() == [new])
        #expect(try await store.exists(for: "key"))
        #expect(recorder.take() == [new])
        try await store.update(String.self, for: "key") { $0 = Self.old }
        #expect(recorder.take().sorted() == [new, new, old], "what was stored, the same to compare with, and the new")
        try await store.update(String.self, for: "key") { _ in }
        #expect(recorder.take() == [old, old, old])
        #expect(try await store.load(String.self, for: "key") == Self.old)
    }
}
