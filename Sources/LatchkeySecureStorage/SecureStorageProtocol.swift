/// A store of small `Codable` secrets by key.
///
/// Three members have no default, because a lock relies on them. ``identity`` detects two locks over one store.
/// ``supports(_:)`` prevents storing a secret with a weaker access level than requested. The atomic
/// ``update(_:for:access:_:)`` counts concurrent attempts.
///
/// A read has three outcomes: a value, nil for absent, and an error if a secret exists but cannot be read. Code that
/// treats an error as absent opens a lock or erases readable data.
///
/// A key is any text of 1 to 255 UTF-8 bytes without the byte 0, compared byte by byte. Other keys are
/// ``SecureStorageError/invalidKey``. An implementation passes `SecureStorageContract` of `LatchkeyTestSupport`.
public protocol SecureStorageProtocol: Sendable {
    /// The identity of the secrets, which detects two locks over the same secrets. An object that contains the secrets
    /// returns `SecureStorageIdentity(self)`. A wrapper returns the wrapped storage's identity: with its own, it would
    /// have its own lock.
    var identity: SecureStorageIdentity { get }

    /// Whether secrets can be stored with this access level. Never prompts.
    func supports(_ access: SecureStorageAccess) -> Bool

    /// Stores the value, or replaces the secret and its access level.
    ///
    /// After an error or a crash, the secret has the old value or the new one as a whole. A secret that cannot be read
    /// is not replaced (``SecureStorageError/unreadable(reason:)``): delete it first if its loss is acceptable. With an
    /// unsupported level nothing is stored (``SecureStorageError/unsupportedAccess(_:)``).
    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError)

    /// Returns the secret, or nil if it is absent.
    ///
    /// `prompt` is the text of the system's prompt, if the secret requires a match or the device passcode. With nil
    /// there is no prompt, and such a secret is ``SecureStorageError/locked``.
    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value?

    /// Deletes the secret, readable or not. An absent secret is not an error.
    func delete(for key: String) async throws(SecureStorageError)

    /// Returns whether the secret exists. Throws for one that cannot be read.
    ///
    /// Never prompts: a secret that requires a match exists.
    func exists(for key: String) async throws(SecureStorageError) -> Bool

    /// Reads, changes and stores a secret as a single step. No other user of this store, in any process, accesses the
    /// key meanwhile.
    ///
    /// The body receives the value, or nil if it is absent. It leaves the new value, or nil to delete the secret; an
    /// unchanged value is not written. Its result is returned once the change is durable. The body runs exactly once
    /// unless reading fails. It must be short and must not use the store. There is no prompt: a secret that requires a
    /// match is ``SecureStorageError/locked``.
    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome
}

extension SecureStorageProtocol {
    /// Stores the value, readable after the first unlock since the device started, and so in the background.
    public func save<Value: Codable & Sendable>(_ value: Value, for key: String) async throws(SecureStorageError) {
        try await save(value, for: key, access: .afterFirstUnlock)
    }

    /// Returns the secret, or nil if it is absent. Never prompts.
    public func load<Value: Codable & Sendable>(
        _ type: Value.Type = Value.self, for key: String
    ) async throws(SecureStorageError) -> Value? {
        try await load(type, for: key, prompt: nil)
    }

    /// Changes a secret as a single step. It is readable after the first unlock since the device started.
    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type = Value.self, for key: String, _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try await update(type, for: key, access: .afterFirstUnlock, body)
    }
}
