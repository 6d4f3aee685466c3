internal import Crypto
internal import Foundation
public import LatchkeyBiometrics
public import LatchkeySecureStorage

/// A session of your own backend that a biometric match restores, without a passcode.
///
/// ```swift
/// let session = BiometricSession<Tokens>(
///     storage: KeychainSecureStorage(), biometrics: LocalBiometricAuth(), user: \.userID)
/// try await session.save(tokens)   // after a sign-in, once the user has agreed
/// if case .restored(let tokens) = await session.restore(reason: "Sign in to the shop.") { … }
/// ```
///
/// Create one for the process and pass it on: the prompts of two could overlap. The Keychain outlives the app, so a new
/// installation finds the previous session: call ``clear()`` at its first launch.
///
/// The tokens are encrypted for a key that the storage releases only after a match
/// (<https://developer.apple.com/documentation/localauthentication/accessing-keychain-items-with-face-id-or-touch-id>).
/// New tokens require only the public key, so a refresh never prompts, and never binds the session to another
/// enrolment.
public actor BiometricSession<Tokens: Codable & Sendable>: BiometricSessionProtocol {
    private typealias Outcome = BiometricRestore<Tokens>

    private struct Restoration {
        let id: Int
        let task: Task<Outcome, Never>
        /// The callers whose tasks are not cancelled.
        var callers = 1
    }

    private let store: SessionStore
    private let prompts: (any PromptCoordinator)?
    /// Returns the identifier of the tokens' user.
    private let user: @Sendable (Tokens) -> String
    /// The last operation on the stored session.
    private var lastWork: Task<Void, Never>?
    private var restoration: Restoration?
    private var restorations = 0
    /// The last restoration that was dismissed. Its prompt may still be visible for a moment.
    private var dismissed: Task<Outcome, Never>?
    private var clears = 0

    /// Creates a session in a storage that requests the match itself.
    ///
    /// - Parameters:
    ///   - storage: The storage of the key and the tokens. If it does not support `SecureStorageAccess.biometry`,
    ///     nothing is saved, and biometrics are not offered.
    ///   - biometrics: Reports the available biometrics.
    ///   - enrolment: The enrolments that restore the session: by default only those at the time when biometrics were
    ///     enabled. A change takes effect when they are next enabled.
    ///   - prompts: The app's lock, if it has one: the session's prompt and the lock's never overlap, and the session's
    ///     does not count as leaving the app. While the app is locked, ``restore(reason:)`` returns
    ///     ``BiometricRestore/cancelled`` without a prompt.
    ///   - user: Returns the user's permanent identifier at your backend. Another user's tokens replace a session by
    ///     ``save(_:)`` only.
    public init(
        storage: some SecureStorageProtocol, biometrics: some BiometricAuthProtocol,
        enrolment: SecureStorageAccess.Enrolment = .currentEnrolment, prompts: (any PromptCoordinator)? = nil,
        user: @escaping @Sendable (Tokens) -> String
    ) {
        self.init(
            SessionStore(storage: storage, biometrics: biometrics, protection: .storage(enrolment)), prompts: prompts,
            user: user)
    }

    init(_ store: SessionStore, prompts: (any PromptCoordinator)?, user: @escaping @Sendable (Tokens) -> String) {
        (self.store, self.prompts, self.user) = (store, prompts, user)
    }

    public var biometricType: BiometricType {
        get async { await store.biometricType() }
    }

    public var isEnabled: Bool {
        get async throws(BiometricSessionError) {
            try await exclusively { [store] () async throws(SecureStorageError) in try await store.isComplete() }
        }
    }

    public func isEnabled(for tokens: Tokens) async throws(BiometricSessionError) -> Bool {
        let user = user(tokens)
        return try await exclusively { [store] () async throws(SecureStorageError) in
            try await store.isComplete(for: user)
        }
    }

    public func save(_ tokens: Tokens) async throws(BiometricSessionError) {
        let user = user(tokens)
        try await exclusively { [store] () async throws(SecureStorageError) in
            try await store.save(SecretCoding.encode(tokens), of: user)
        }
    }

    @discardableResult
    public func update(_ tokens: Tokens) async throws(BiometricSessionError) -> Bool {
        let user = user(tokens)
        return try await exclusively { [store] () async throws(SecureStorageError) in
            try await store.replace(SecretCoding.encode(tokens), of: user)
        }
    }

    public func clear() async throws(BiometricSessionError) {
        // Before any wait: a restore in progress must not return tokens any more.
        clears += 1
        dismiss()
        try await exclusively { [store] () async throws(SecureStorageError) in try await store.clear() }
    }

    public func restore(reason: String) async -> BiometricRestore<Tokens> {
        let task = join(reason)
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await self.leave(task) }
        }
    }

    /// The number of calls that wait for the current prompt.
    var callers: Int { restoration?.callers ?? 0 }

    private func join(_ reason: String) -> Task<Outcome, Never> {
        if let restoration {
            self.restoration?.callers += 1
            return restoration.task
        }
        restorations += 1
        let (id, epoch, before) = (restorations, clears, dismissed)
        let task = Task {
            _ = await before?.value
            let outcome = Task.isCancelled ? .cancelled : await run(reason)
            if restoration?.id == id { restoration = nil }
            return epoch == clears ? outcome : .none
        }
        restoration = Restoration(id: id, task: task)
        return task
    }

    private func leave(_ task: Task<Outcome, Never>) {
        guard restoration?.task == task else { return }
        restoration?.callers -= 1
        if restoration?.callers == 0 { dismiss() }
    }

    private func dismiss() {
        guard let task = restoration?.task else { return }
        task.cancel()
        (restoration, dismissed) = (nil, task)
    }

    private func run(_ reason: String) async -> Outcome {
        do throws(BiometricSessionError) {
            let found = try await exclusively { [store] () async throws(SecureStorageError) in
                try await store.tokens()
            }
            guard let found else { return .none }
            // Not exclusive: a prompt may be shown for a long time.
            let key = try await releaseKey(reason)
            return try await exclusively { [store] () async throws(SecureStorageError) -> Outcome in
                // Read again, because they may have been refreshed during the prompt.
                guard let sealed = try await store.tokens() else { return .none }
                if let key, sealed.isSealed(for: key) {
                    guard let plain = sealed.open(with: key) else { throw .unreadable(reason: "changed") }
                    return .restored(try SecretCoding.decode(Tokens.self, from: plain))
                }
                guard sealed.publicKey == found.publicKey else { return .cancelled }
                try await store.clear()
                return .invalidated
            }
        } catch {
            return error.isCancellation ? .cancelled : .failed(error)
        }
    }

    private func releaseKey(
        _ reason: String
    ) async throws(BiometricSessionError) -> Curve25519.KeyAgreement.PrivateKey? {
        guard let prompts else { return try await store.releaseKey(reason: reason) }
        let outcome = await prompts.prompt {
            [store] () async -> Result<Curve25519.KeyAgreement.PrivateKey?, BiometricSessionError> in
            do throws(BiometricSessionError) {
                return .success(try await store.releaseKey(reason: reason))
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw .biometrics(.systemCanceled) }
        return try outcome.get()
    }

    /// Runs the work after all earlier work of this session, and to its end, even if the caller is cancelled.
    private func exclusively<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(SecureStorageError) -> Value
    ) async throws(BiometricSessionError) -> Value {
        let previous = lastWork
        let task = Task { () -> Result<Value, SecureStorageError> in
            await previous?.value
            do throws(SecureStorageError) { return .success(try await work()) } catch { return .failure(error) }
        }
        lastWork = Task { _ = await task.value }
        do { return try await task.value.get() } catch { throw BiometricSessionError(error) }
    }
}
