import Foundation
import LatchkeySecureStorage

/// `storage increment DIRECTORY COUNT`, `storage die|stop DIRECTORY STEP save|update|delete`, `storage full
/// DIRECTORY`, `storage open DIRECTORY`.
struct StorageCommand {
    let arguments: [String]

    private var directory: URL { URL(fileURLWithPath: arguments[1]) }

    func run() async throws {
        switch arguments[0] {
        case "increment": try await increment(times: Int(arguments[2]) ?? 0)
        case "die": try await die(by: SIGKILL, at: arguments[2], during: arguments[3])
        case "stop": try await die(by: SIGSTOP, at: arguments[2], during: arguments[3])
        case "full": try await saveOnFullDisk()
        default: _ = try open { _ in }
        }
    }

    private func open(_ onStep: @escaping @Sendable (FileWriteStep) -> Void) throws -> FileSecureStorage {
        try FileSecureStorage(
            directory: directory, key: .file(directory.appendingPathComponent("key")), onStep: onStep)
    }

    private func increment(times: Int) async throws {
        let store = try open { _ in }
        for _ in 0..<times { try await store.update(Int.self, for: "count") { $0 = ($0 ?? 0) + 1 } }
    }

    private func die(by signal: Int32, at step: String, during operation: String) async throws {
        // `raise` signals this thread, so that it does not continue before the process stops.
        let store = try open { if $0.rawValue == step { raise(signal) } }
        switch operation {
        case "save": try await store.save("new", for: "secret")
        case "update": try await store.update(String.self, for: "secret") { $0 = "new" }
        default: try await store.delete(for: "secret")
        }
    }

    /// Simulates a full disk with a file size limit: `write` fails midway.
    private func saveOnFullDisk() async throws {
        let store = try open { _ in }
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 50, rlim_max: 50)
        guard setrlimit(fileSize, &limit) == 0 else { exit(70) }
        do throws(SecureStorageError) {
            try await store.save(String(repeating: "x", count: 1000), for: "secret")
        } catch {
            if case .saveFailed(let failure) = error { Child.say("saveFailed \(failure.code == EFBIG)") }
        }
    }
}
