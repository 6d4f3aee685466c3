internal import Dispatch
public import Foundation
internal import LatchkeyCore

/// Keeps each secret in a file of its own, sealed with AES-GCM, for systems without a keyring.
///
/// Every process that opens the directory sees the same secrets; a lock on the directory lets one change them at a
/// time. A change is on the disk before the call returns, and a crash at any point leaves the old value or the new one.
/// A call that waits for another process for over ten seconds fails (``SecureStorageError/busy``). A file that is
/// incomplete, changed or of another origin is ``SecureStorageError/unreadable(reason:)``.
///
/// The directory's permissions guard the secrets; the seal adds that a copy of the directory is worth nothing without
/// the key, and that a secret cannot be changed unnoticed or passed off as another. Nothing defends against the same
/// user or root, nor notices an older file put back. Since a file is readable whenever its owner is logged in,
/// ``SecureStorageAccess/whenUnlocked`` and ``SecureStorageAccess/whenPasscodeSet`` mean no more than
/// ``SecureStorageAccess/afterFirstUnlock``; the levels that take a biometric match are refused.
///
/// The copies of a secret that this class makes on the way, as JSON and as what was decrypted, are overwritten before a
/// call returns. What Swift's JSON coders keep meanwhile in buffers of their own, and the value that the caller has,
/// are beyond its reach.
public final class FileSecureStorage: SecureStorageProtocol {
    /// The largest secret, in bytes of JSON.
    public static let maximumLength = SealedSecret.maximumLength

    /// The identity of the open directory, whichever path or mount names it.
    public let identity: SecureStorageIdentity

    private let directory: SecretDirectory
    private let seal: SecretSeal
    /// Changes wait here for other processes, so that no thread of Swift's pool does.
    private let wiping: @Sendable (UnsafeMutableRawBufferPointer) -> Void
    private let changes = DispatchQueue(label: "latchkey.secure-storage.changes")
    private let reads = DispatchQueue(label: "latchkey.secure-storage.reads", attributes: .concurrent)

    /// Opens the directory, or creates it with mode 0700, and reads the key, or creates it for an empty directory.
    ///
    /// Throws ``SecureStorageError/unsafePermissions(path:)`` when others may enter the directory or read the key,
    /// ``SecureStorageError/unreadable(reason:)`` when the key is missing beside secrets or is not a key, and
    /// ``SecureStorageError/loadFailed(_:)`` or ``SecureStorageError/saveFailed(_:)`` when the system refuses.
    public convenience init(directory: URL, key: FileSecureStorageKey) throws(SecureStorageError) {
        try self.init(directory: directory, key: key, onStep: { _ in })
    }

    /// The observer of a step lets a test end the process there. The timeout is far longer than any change takes. The
    /// function that overwrites copies of secrets lets a test watch.
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
                // Opened first: what cannot be read is not overwritten.
                try open(key)?.overwrite(by: wiping)
                try store(data, for: key)
            }
        }
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        try SecretCoding.check(key: key)
        // Needs no lock: a file is replaced as a whole.
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
