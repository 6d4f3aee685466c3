import Foundation
import Synchronization
import Testing

@testable import LatchkeyServer

@Suite struct SecretKeyFileTests: ~Copyable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "secret-keys-\(UUID())")
    private var file: URL { directory.appending(path: "secret-keys") }

    init() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path) } }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try text.write(to: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    @Test("ASVS-13.3.2 the first start creates a private key file")
    func theFirstStartCreatesAPrivateKeyFile() throws {
        let keys = try SecretKeys.loadOrCreate(file: file)
        #expect(keys.all.map(\.id) == ["k1"])
        #expect(try mode() == 0o600)
        #expect(try names == ["secret-keys"])
    }

    @Test func laterStartsUseTheSameKey() throws {
        let record = try Sealer(keys: .loadOrCreate(file: file)).seal([1, 2, 3], for: .keyCheck, context: "")
        let again = try Sealer(keys: .loadOrCreate(file: file))
        #expect(try again.open(record, for: .keyCheck, context: "") == [1, 2, 3])
    }

    @Test("NIST-3.1.1.2-33 the key is 32 random bytes")
    func theKeyIs32RandomBytes() throws {
        let random = ScriptedRandomSource(Array(0..<32))
        _ = try SecretKeys.loadOrCreate(file: file, random: random)
        #expect(try String(contentsOf: file, encoding: .utf8) == "k1:\(TestKeys.text)\n")
        #expect(random.requested.first == 32)
    }

    @Test("V7 concurrent starts agree on one key", arguments: 1...20)
    func concurrentStartsAgreeOnOneKey(_ round: Int) throws {
        let records = Mutex<[String]>([])
        let failures = Mutex<[String]>([])
        let file = file
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                let record = try Sealer(keys: .loadOrCreate(file: file)).seal([7], for: .keyCheck, context: "")
                records.withLock { $0.append(record) }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let sealer = try Sealer(keys: .loadOrCreate(file: file))
        let opened = try records.withLock { $0 }.map { try sealer.open($0, for: .keyCheck, context: "") }
        #expect(opened == Array(repeating: [7], count: 8))
        #expect(try names == ["secret-keys"])
    }

    @Test("V7 a later process uses the first one's key")
    func aLaterProcessUsesTheFirstOnesKey() throws {
        // Another process creates its file between this one's check and its link.
        let records = Shared<[String]>([])
        let random = InterruptedRandomSource { [file] in
            let first = try? Sealer(keys: .loadOrCreate(file: file)).seal([7], for: .keyCheck, context: "")
            records.change { $0.append(first ?? "none") }
        }
        let mine = try Sealer(keys: .loadOrCreate(file: file, random: random))
        let record = try #require(records.value.first)
        #expect(try mine.open(record, for: .keyCheck, context: "") == [7])
        #expect(try Sealer(keys: .loadOrCreate(file: file)).open(record, for: .keyCheck, context: "") == [7])
        #expect(try names == ["secret-keys"])
    }

    @Test(
        "ASVS-13.3.2 a file accessible to others is rejected",
        arguments: [(0o600, true), (0o400, true), (0o640, false), (0o620, false), (0o604, false), (0o602, false)])
    func aFileAccessibleToOthersIsRejected(_ mode: Int, _ isAccepted: Bool) throws {
        try write("k1:\(TestKeys.text)\n", mode: mode)
        if isAccepted {
            #expect(try SecretKeys.loadOrCreate(file: file).first.id == "k1")
        } else {
            #expect(throws: SecretKeysError.fileTooOpen(path: file.path)) { try SecretKeys.loadOrCreate(file: file) }
        }
    }

    @Test(arguments: ["", "\n", "k1:short"])
    func anInvalidKeyFileIsNeverOverwritten(_ text: String) throws {
        try write(text)
        let error = #expect(throws: SecretKeysError.self) { try SecretKeys.loadOrCreate(file: file) }
        #expect(error?.description.contains(file.path) == true)
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func hugeFileIsRejected() throws {
        try write("k1:\(TestKeys.text)" + String(repeating: "\n", count: 1 << 20))
        #expect(throws: SecretKeysError.fileInvalid(path: file.path, reason: .tooLong)) {
            try SecretKeys.loadOrCreate(file: file)
        }
    }

    @Test func aFIFOAsKeyFileDoesNotHangTheStart() throws {
        #expect(mkfifo(file.path, 0o600) == 0)
        // Opening it waits for a writer: no time limit would end that.
        let writer = DispatchWorkItem { [file] in
            Issue.record("the FIFO is waited for")
            let descriptor = open(file.path, O_RDWR | O_NONBLOCK)
            if descriptor >= 0 { close(descriptor) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: writer)
        defer { writer.cancel() }
        #expect(throws: SecretKeysError.fileFailed(path: file.path, reason: "is not a regular file")) {
            try SecretKeys.loadOrCreate(file: file)
        }
    }

    @Test func aMissingDirectoryErrorNamesTheFile() {
        let lost = directory.appending(path: "none/secret-keys")
        let error = #expect(throws: SecretKeysError.self) { try SecretKeys.loadOrCreate(file: lost) }
        #expect(error?.description.contains(lost.path) == true)
    }

    @Test func aDanglingLinkAsKeyFileIsAnError() throws {
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "nowhere")
        #expect(throws: SecretKeysError.self) { try SecretKeys.loadOrCreate(file: file) }
        #expect(try names == ["secret-keys"])
    }
}

/// A source that runs a body at the first request.
private struct InterruptedRandomSource: RandomSource {
    let interruption: @Sendable () -> Void

    func bytes(_ count: Int) -> [UInt8] {
        interruption()
        return SystemRandomSource().bytes(count)
    }
}
