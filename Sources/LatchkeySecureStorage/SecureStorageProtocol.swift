/// A place for secrets: small `Codable` values under names.
///
/// Besides saving, loading, deleting and `exists`, a type of your own provides three members, which have no default
/// because a lock relies on them: ``identity`` detects two locks over one place, ``supports(_:)`` keeps a secret from a
/// weaker access level than the one requested, and the atomic ``update(_:for:access:_:)`` counts concurrent attempts.
///
/// Reading has three outcomes that are never mixed up: a value, nil for absent, and an error for anything that is there
/// but cannot be read. Code that treats an error as "absent" opens a lock or erases readable data.
///
/// A key is any text of 1 to 255 UTF-8 bytes without the byte 0, compared byte by byte; anything else is
/// ``SecureStorageError/invalidKey``. An implementation passes `SecureStorageContract` of `LatchkeyTestSupport`.
public protocol SecureStorageProtocol: Sendable {
    /// The identity of the place of the secrets, so that two locks over the same place are detected. An object that
    /// keeps the secrets itself is `SecureStorageIdentity(self)`; a wrapper of another storage has the other's
    /// identity. There is no default: a wrapper with its own identity would have its own lock.
    var identity: SecureStorageIdentity { get }

    /// Whether secrets can be stored with this access level. Never asks the user for anything.
    func supports(_ access: SecureStorageAccess) -> Bool

    /// Stores the value, or replaces the one under the key together with its access level.
    ///
    /// After an error or a crash the old value or the new one is there, whole. A record that cannot be read is not
    /// replaced (``SecureStorageError/unreadable(reason:)``): delete it first, knowing what goes with it. A level that
    /// is not supported stores nothing (``SecureStorageError/unsupportedAccess(_:)``).
    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError)

    /// Returns the secret under the key, or nil when it is absent.
    ///
    /// The prompt is the text of the system's request when the secret needs a match or the device's passcode. Without
    /// it the user is not asked, and such a secret is ``SecureStorageError/locked``.
    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value?

    /// Removes the secret, readable or not. Removing what is absent is no error.
    func delete(for key: String) async throws(SecureStorageError)

    /// Returns whether there is a secret under the key: true, false, or an error for one that cannot be read.
    ///
    /// Never asks the user: a secret behind a biometric match counts as there.
    func exists(for key: String) async throws(SecureStorageError) -> Bool

    /// Reads, changes and stores one secret as a single step: no other user of this store, in this or another process,
    /// reads or writes the key in between.
    ///
    /// The body gets the value, or nil when it is absent, and leaves in its place what is to be stored, or nil to
    /// delete; when it changes nothing, nothing is written. What it returns is returned once its change is durable. It
    /// runs exactly once unless reading fails, must not take long, and must not use the store. The user is not asked: a
    /// secret that needs a match is ``SecureStorageError/locked``.
    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome
}

extension SecureStorageProtocol {
    /// Stores the value, readable once the device was unlocked after its start: in the background too.
    public func save<Value: Codable & Sendable>(_ value: Value, for key: String) async throws(SecureStorageError) {
        try await save(value, for: key, access: .afterFirstUnlock)
    }

    /// Returns the secret under the key, or nil when it is absent. Never asks the user for anything.
    public func load<Value: Codable & Sendable>(
        _ type: Value.Type = Value.self, for key: String
    ) async throws(SecureStorageError) -> Value? {
        try await load(type, for: key, prompt: nil)
    }

    /// Changes a secret as a single step; it is readable once the device was unlocked after its start.
    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type = Value.self, for key: String, _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try await update(type, for: key, access: .afterFirstUnlock, body)
    }
}
