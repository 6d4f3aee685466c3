internal import Dispatch
internal import Foundation
public import LatchkeySecureStorage
internal import Synchronization

/// Keeps secrets in the user's keyring: whatever answers for the Secret Service
/// (<https://specifications.freedesktop.org/secret-service/latest/>). Tested with gnome-keyring; KWallet and KeePassXC
/// speak the same.
///
/// What is in a locked keyring is `SecureStorageError.locked`, never absent, and nobody is asked: only
/// ``unlock(within:)`` makes the keyring ask its owner. A keyring that does not answer is given up after ten seconds.
///
/// The desktop opens the keyring at login and mostly leaves it open until logout, so
/// `SecureStorageAccess.whenUnlocked` means while the keyring is open, and `SecureStorageAccess.afterFirstUnlock`
/// no less. A keyring does not end with its password nor ask for a match, so the other levels are refused. Any program
/// of the same user can read an open keyring.
///
/// A change is as durable as the keyring makes it. Changes by all processes that use this class and the same service
/// take turns; one that waits for another for over five seconds is given up (`SecureStorageError.busy`).
public final class SecretServiceSecureStorage: SecureStorageProtocol {
    /// How a test reaches in.
    package struct Seams: Sendable {
        /// The bus; nil for the user's own.
        package var address: String?
        /// How long a change waits for another, and how long one question to the keyring waits for its answer. A call
        /// of the store as a whole waits for twice as long.
        package var timeout: Duration = .seconds(5)
        /// Overwrites a copy of a secret.
        package var wiping: @Sendable (UnsafeMutableRawBufferPointer) -> Void = SecretCoding.wipe

        package init() {}
    }

    /// The service's.
    public var identity: SecureStorageIdentity { SecureStorageIdentity("secret-service", service) }

    let service: String
    let keyring: Keyring
    let asking = Mutex<LateAnswer<Result<Void, SecureStorageError>>?>(nil)
    private let seams: Seams
    /// Rings for calls that the keyring has not answered.
    private let alarm: Alarm
    /// Calls wait here for the keyring, so that no thread of Swift's pool does.
    private let queue = DispatchQueue(label: "latchkey.secret-service")

    /// - Parameter service: Whose secrets these are, as the keyring's own app shows it: the app's name or identifier.
    ///   Stores of the same service share their secrets.
    public convenience init(service: String) { self.init(service: service, Seams()) }

    package init(service: String, _ seams: Seams) {
        (self.service, self.seams) = (service, seams)
        keyring = Keyring(address: seams.address, timeout: seams.timeout)
        alarm = Alarm(after: seams.timeout * 2)
    }

    public func supports(_ access: SecureStorageAccess) -> Bool {
        access == .afterFirstUnlock || access == .whenUnlocked
    }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try check(key, access)
        try await perform(on: key, SecureStorageError.saveFailed) { job throws(SecureStorageError) in
            try job.save { () throws(SecureStorageError) in try SecretCoding.encode(value) }
        }
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        try SecretCoding.check(key: key)
        return try await perform(on: key, SecureStorageError.loadFailed) { job throws(SecureStorageError) in
            try job.load { data throws(SecureStorageError) in try SecretCoding.decode(type, from: data) }
        }
    }

    public func delete(for key: String) async throws(SecureStorageError) {
        try SecretCoding.check(key: key)
        try await perform(on: key, SecureStorageError.deleteFailed) { job throws(SecureStorageError) in
            try job.delete()
        }
    }

    public func exists(for key: String) async throws(SecureStorageError) -> Bool {
        try SecretCoding.check(key: key)
        return try await perform(on: key, SecureStorageError.loadFailed) { job throws(SecureStorageError) in
            try job.exists()
        }
    }

    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try check(key, access)
        return try await perform(on: key, SecureStorageError.saveFailed) { job throws(SecureStorageError) in
            try job.update { stored throws(SecureStorageError) in try SecretCoding.change(type, in: stored, body) }
        }
    }

    private func check(_ key: String, _ access: SecureStorageAccess) throws(SecureStorageError) {
        try SecretCoding.check(key: key)
        guard supports(access) else { throw .unsupportedAccess(access) }
    }

    /// Does the work where it may block, and waits for it as long as a person would.
    private func perform<Value: Sendable>(
        on key: String, _ failure: @escaping @Sendable (SystemFailure) -> SecureStorageError,
        _ work: @escaping @Sendable (KeyringJob) throws(SecureStorageError) -> Value
    ) async throws(SecureStorageError) -> Value {
        let item = KeyringItemName(service: service, key: key)
        let result = await onQueue { [keyring, seams] isUnwanted in
            let job = KeyringJob(
                item: item, keyring: keyring, timeout: seams.timeout, failure: failure, wiping: seams.wiping,
                isUnwanted: isUnwanted)
            return Result { () throws(SecureStorageError) in try work(job) }
        }
        guard let result else { throw failure(.keyringSilent) }
        return try result.get()
    }

    /// Does the work when its turn comes; nil when that is not done in time. The work learns whether it is still
    /// wanted.
    func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable (_ isUnwanted: @escaping @Sendable () -> Bool) -> Value
    ) async -> Value? {
        let answer = LateAnswer<Value>()
        queue.async { [keyring] in
            // After the answer, which does not wait for it.
            defer { keyring.endTurn() }
            guard !answer.isUnwanted else { return }
            answer.give(work { answer.isUnwanted })
        }
        return await answer.value(before: alarm)
    }
}
