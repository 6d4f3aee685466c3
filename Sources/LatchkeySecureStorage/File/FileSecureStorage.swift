internal import Dispatch
public import Foundation
internal import LatchkeyCore

/// Secure storage in files, one for each secret, encrypted with AES-GCM, for systems without a keyring.
///
/// Processes that open the same directory share its secrets, and change them one at a time under a lock. A change is on
/// disk before the call returns; after a crash, the old value or the new one is there. A call that waits over ten
/// seconds for another process throws ``SecureStorageError/busy``. A file that is incomplete, changed or of another
/// origin is ``SecureStorageError/unreadable(reason:)``.
///
/// The directory's permissions protect the secrets. Encryption makes a copy of the directory useless without the key,
/// and detects a secret that was changed or exchanged for another. It does not protect from the same user or root, and
/// does not detect that an older file was restored. A file is readable whenever the user is logged in, so
/// ``SecureStorageAccess/whenUnlocked`` and ``SecureStorageAccess/whenPasscodeSet`` protect no more than
/// ``SecureStorageAccess/afterFirstUnlock``. Levels that require a biometric match are rejected.
///
/// Copies of a secret that this class makes, as JSON and as plaintext, are overwritten before a call returns. The
/// buffers of Swift's JSON coders and the caller's value are not.
public final class FileSecureStorage: SecureStorageProtocol {
    /// The largest secret, in bytes of JSON.
    public static let maximumLength = SealedSecret.maximumLength

    /// The identity of the open directory, by any path or mount.
    public let identity: SecureStorageIdentity

    private let directory: SecretDirectory
    private let seal: SecretSeal
    private let wiping: @Sendable (UnsafeMutableRawBufferPointer) -> Void
    /// The queue on which changes wait for other processes, so that no thread of Swift's pool waits.
    private let changes = DispatchQueue(label: "latchkey.secure-storage.changes")
    private let reads = DispatchQueue(label: "latchkey.secure-storage.reads", attributes: .concurrent)

    /// Opens the directory, or creates it with mode 0700. Reads the key, or creates it for an empty directory.
    ///
    /// Throws ``SecureStorageError/unsafePermissions(path:)`` if others may enter the directory or read the key, and
    /// ``SecureStorageError/unreadable(reason:)`` if the key is malformed, or missing while secrets exist. Throws
    /// ``SecureStorageError/loadFailed(_:)`` or ``SecureStorageError/saveFailed(_:)`` if a system call fails.
    public convenience init(directory: URL, key: FileSecureStorageKey) throws(SecureStorageError) {
        try self.init(directory: directory, key: key, onStep: { _ in })
    }

    /// Opens the directory for tests: the observer of a step can end the process there, and `wiping` can watch copies
    /// being overwritten. The timeout is far longer than any change.
    package init(
        directory: URL, key: FileSecureStorageKey, timeout: Duration = .seconds(10),
        wiping: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = wipe,
        onStep: @escaping @Sendable (FileWriteStep) -> Void
    ) throws(SecureStorageError) {
        self.wiping = wiping
        self.directory = try SecretDirectory(path: directory.path, timeout: timeout, onStep: onStep)
        seal = SecretSeal(key: try key.load(for: self.directory))
        identity = self.directory.identity
    }

    public func supports(_ access: SecureStorageAccess) -> Bool { SecureStorageAccess.withoutMatch.contains(access) }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try check(key, access)
        let data = try SecretCoding.encode(value)
        defer { data.overwrite(by: wiping) }
        try await perform(on: changes) { [self] () throws(SecureStorageError) in
            try directory.locked { () throws(SecureStorageError) in
                // Opened first: an unreadable secret is not overwritten.
                try open(key)?.overwrite(by: wiping)
                try store(data, for: key)
            }
        }
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        try SecretCoding.check(key: key)
        // Requires no lock: a file is replaced as a whole.
        let data = try await perform(on: reads) { [self] () throws(SecureStorageError) in try open(key) }
        guard let data else { return nil }
        defer { data.overwrite(by: wiping) }
        return try SecretCoding.decode(type, from: data)
    }

    public func delete(for key: String) async throws(SecureStorageError) {
        try SecretCoding.check(key: key)
        try await perform(on: changes) { [self] () throws(SecureStorageError) in
            try directory.locked { () throws(SecureStorageError) in
                try directory.remove(SealedSecret.fileName(for: key))
            }
        }
    }

    public func exists(for key: String) async throws(SecureStorageError) -> Bool {
        try SecretCoding.check(key: key)
        return try await perform(on: reads) { [self] () throws(SecureStorageError) in
            guard let data = try open(key) else { return false }
            data.overwrite(by: wiping)
            return true
        }
    }

    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try check(key, access)
        return try await perform(on: changes) { [self] () throws(SecureStorageError) in
            try directory.locked { () throws(SecureStorageError) in
                let stored = try open(key)
                defer { stored?.overwrite(by: wiping) }
                let (outcome, change) = try SecretCoding.change(type, in: stored, wiping: wiping, body)
                switch change {
                case .none: break
                case .store(let data):
                    defer { data.overwrite(by: wiping) }
                    try store(data, for: key)
                case .delete: try directory.remove(SealedSecret.fileName(for: key))
                }
                return outcome
            }
        }
    }

    private func check(_ key: String, _ access: SecureStorageAccess) throws(SecureStorageError) {
        try SecretCoding.check(key: key)
        guard supports(access) else { throw .unsupportedAccess(access) }
    }

    private func open(_ key: String) throws(SecureStorageError) -> Data? {
        let name = SealedSecret.fileName(for: key)
        guard let bytes = try directory.contents(of: name, limit: SealedSecret.maximumFileLength) else { return nil }
        return try seal.open(bytes, key: key)
    }

    private func store(_ data: Data, for key: String) throws(SecureStorageError) {
        try directory.replace(SealedSecret.fileName(for: key), with: seal.seal(data, key: key))
    }

    private func perform<Value: Sendable>(
        on queue: DispatchQueue, _ work: @escaping @Sendable () throws(SecureStorageError) -> Value
    ) async throws(SecureStorageError) -> Value {
        let result: Result<Value, SecureStorageError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
