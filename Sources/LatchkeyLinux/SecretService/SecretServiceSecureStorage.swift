internal import Dispatch
internal import Foundation
internal import LatchkeyCore
public import LatchkeySecureStorage
internal import Synchronization

/// Secure storage in the user's keyring, through the Secret Service
/// (<https://specifications.freedesktop.org/secret-service/latest/>).
///
/// Tested with gnome-keyring; KWallet and KeePassXC implement the same interface.
///
/// An item in a locked keyring is `SecureStorageError.locked`, never absent. Only ``unlock(within:)`` prompts. A call
/// fails after ten seconds without a response.
///
/// Desktops unlock the keyring at login, and mostly until logout. `SecureStorageAccess.whenUnlocked` and
/// `SecureStorageAccess.afterFirstUnlock` therefore both mean: while the keyring is unlocked. The other levels are
/// rejected, since removing a keyring's password does not erase it and biometrics do not protect it. Any program of the
/// same user can read an unlocked keyring.
///
/// A change is as durable as the keyring makes it. Changes to a service are serialized across processes that use this
/// class; one that waits over five seconds fails (`SecureStorageError.busy`).
public final class SecretServiceSecureStorage: SecureStorageProtocol {
    /// Replacements of the bus, the timeout and the wiping, for tests.
    package struct Overrides: Sendable {
        /// The bus address; nil for the user's session bus.
        package var address: String?
        /// The maximum wait of a change for another, and of one call for its reply. A call of the store as a whole
        /// waits twice as long.
        package var timeout: Duration = .seconds(5)
        /// Overwrites a copy of a secret.
        package var wiping: @Sendable (UnsafeMutableRawBufferPointer) -> Void = wipe

        package init() {}
    }

    /// The identity of the service.
    public var identity: SecureStorageIdentity { SecureStorageIdentity("secret-service", service) }

    let service: String
    let keyring: Keyring
    /// The result of the current prompt, if any.
    let pendingUnlock = Mutex<PendingResult<Result<Void, SecureStorageError>>?>(nil)
    private let overrides: Overrides
    /// The timeouts of calls.
    private let timeouts: TimeoutQueue
    /// The queue that the keyring's calls block, instead of a thread of Swift's pool.
    private let queue = DispatchQueue(label: "latchkey.secret-service")

    /// Creates a store in the user's keyring.
    ///
    /// - Parameter service: The app's name or identifier, which the keyring's own app shows. Stores of the same service
    ///   share their secrets.
    public convenience init(service: String) { self.init(service: service, Overrides()) }

    package init(service: String, _ overrides: Overrides) {
        (self.service, self.overrides) = (service, overrides)
        keyring = Keyring(address: overrides.address, timeout: overrides.timeout)
        timeouts = TimeoutQueue(timeout: overrides.timeout * 2)
    }

    public func supports(_ access: SecureStorageAccess) -> Bool {
        access == .afterFirstUnlock || access == .whenUnlocked
    }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try check(key, access)
        try await perform(on: name(key), SecureStorageError.saveFailed) { job throws(SecureStorageError) in
            try job.save { () throws(SecureStorageError) in try SecretCoding.encode(value) }
        }
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        try SecretCoding.check(key: key)
        return try await perform(on: name(key), SecureStorageError.loadFailed) { job throws(SecureStorageError) in
            try job.load { data throws(SecureStorageError) in try SecretCoding.decode(type, from: data) }
        }
    }

    public func delete(for key: String) async throws(SecureStorageError) {
        try SecretCoding.check(key: key)
        try await perform(on: name(key), SecureStorageError.deleteFailed) { job throws(SecureStorageError) in
            try job.delete()
        }
    }

    public func exists(for key: String) async throws(SecureStorageError) -> Bool {
        try SecretCoding.check(key: key)
        return try await perform(on: name(key), SecureStorageError.loadFailed) { job throws(SecureStorageError) in
            try job.exists()
        }
    }

    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try check(key, access)
        return try await perform(on: name(key), SecureStorageError.saveFailed) { job throws(SecureStorageError) in
            try job.update { stored throws(SecureStorageError) in try SecretCoding.change(type, in: stored, body) }
        }
    }

    private func check(_ key: String, _ access: SecureStorageAccess) throws(SecureStorageError) {
        try SecretCoding.check(key: key)
        guard supports(access) else { throw .unsupportedAccess(access) }
    }

    private func name(_ key: String) -> KeyringItemName { KeyringItemName(service: service, key: key) }

    /// Performs the work on the queue, and waits for it until the timeout.
    func perform<Value: Sendable>(
        on item: KeyringItemName, _ failure: @escaping @Sendable (SystemFailure) -> SecureStorageError,
        _ work: @escaping @Sendable (KeyringJob) throws(SecureStorageError) -> Value
    ) async throws(SecureStorageError) -> Value {
        let result = await onQueue { [keyring, overrides] isAbandoned in
            let job = KeyringJob(
                item: item, keyring: keyring, timeout: overrides.timeout, failure: failure, wiping: overrides.wiping,
                isAbandoned: isAbandoned)
            return Result { () throws(SecureStorageError) in try work(job) }
        }
        guard let result else { throw failure(.keyringSilent) }
        return try result.get()
    }

    /// Performs the work on the queue. Returns nil at the end of the timeout; `isAbandoned` then returns true.
    func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable (_ isAbandoned: @escaping @Sendable () -> Bool) -> Value
    ) async -> Value? {
        let pending = PendingResult<Value>()
        queue.async { [keyring] in
            // After the result, which does not wait for it.
            defer { keyring.releaseMutex() }
            guard !pending.isAbandoned else { return }
            pending.resolve(work { pending.isAbandoned })
        }
        return await pending.value(timeouts: timeouts)
    }
}
