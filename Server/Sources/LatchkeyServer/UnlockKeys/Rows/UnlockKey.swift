import Foundation

/// The server's share of a device's vault: the row in `unlock_keys`.
///
/// It belongs to the account and a device, not to a session, so that signing out does not destroy it.
struct UnlockKey: Equatable, Sendable {
    /// The maximum number per account of keys that open a device. As many others are stored.
    static let maximumCount = 20
    /// The time for which a key waits for its confirmation, and at most for its device to store it then.
    static let pendingLifetime: Duration = .minutes(10)
    /// Length of a tag in bytes.
    static let tagLength = 32

    let id: String
    let accountID: String
    /// The session that registered it, which may have ended.
    let sessionID: String
    /// The device's earlier key, deleted at the first success of this one, or when this one is replaced.
    var replaces: String?
    let deviceName: String?
    /// The digest of the slot token, which is valid only for attempts with this key.
    let tokenDigest: String
    /// The digest of the tag that proves a success; nil until the device has confirmed the key.
    var tagDigest: String?
    let publicKey: Data
    /// The sealed private key; nil after the device was shut. See ``UnlockKeyRows/destroy(id:)``.
    let privateKey: String?
    /// The account's passcode version at registration.
    let passcodeVersion: Int
    let createdAt: Timestamp
    /// The latest success; nil before the first.
    var lastUsedAt: Timestamp?
    /// Evaluations since the latest success.
    var failures = 0
    /// The latest evaluation, its attempt and the digest of its input; nil before the first.
    var attemptedAt: Timestamp?
    var attemptID: String?
    var inputDigest: String?

    var isPending: Bool { tagDigest == nil }
    var isShut: Bool { privateKey == nil }

    /// Whether the key was never used, and no process of its device can be about to store it.
    func isAbandoned(at now: Timestamp) -> Bool {
        lastUsedAt == nil && (isPending || now - createdAt >= Self.pendingLifetime)
    }
}

extension [UnlockKey] {
    /// The key, and all of its device: those that it replaces or that replace it, and theirs, and unused ones of the
    /// same session. Empty if the key is destroyed.
    func device(_ id: String) -> [UnlockKey] {
        var others = filter { !$0.isShut }
        var device: [UnlockKey] = []
        var next = others.firstIndex { $0.id == id }
        while let index = next {
            device.append(others.remove(at: index))
            next = others.firstIndex { other in
                device.contains { key in
                    key.id == other.replaces || key.replaces == other.id
                        || key.sessionID == other.sessionID && key.lastUsedAt == nil && other.lastUsedAt == nil
                }
            }
        }
        return device
    }

    /// The keys that a device's vault cannot store after this one: its predecessor, others that replace that, and
    /// unused ones that its session registered before its latest attempt. Keys that replace it may still be stored.
    func superseded(by key: UnlockKey) -> [UnlockKey] {
        let seen = key.attemptedAt ?? key.createdAt
        return filter { other in
            guard other.id != key.id, other.replaces != key.id else { return false }
            if let replaced = key.replaces, other.id == replaced || other.replaces == replaced { return true }
            return other.sessionID == key.sessionID && other.lastUsedAt == nil && !other.isShut
                && other.createdAt <= seen
        }
    }
}

extension UnlockKey: TableRow {
    static let table = Table(
        "unlock_keys",
        [
            .id("id"), .id("account_id").references("users", onDelete: .cascade).fixed, .id("session_id").fixed,
            .id("replaces").nullable, .deviceName("device_name").fixed, .digest("token_digest").unique.fixed,
            .digest("tag_digest").nullable,
            .data("public_key", Int64(EvaluationKey.pointLength)...Int64(EvaluationKey.pointLength)).fixed,
            // Fixed, so that no update of the row restores a destroyed key.
            .record("private_key").nullable.fixed, .counter("passcode_version").fixed, .time("created_at").fixed,
            .time("last_used_at").nullable, .number("failures", 0...Int64(AttemptPolicy.perSession)),
            .time("attempted_at").nullable, .id("attempt_id").nullable, .digest("input_digest").nullable,
        ],
        hasAge: true, hasVersion: true,
        indexes: [
            "INDEX unlock_keys_of_account ON unlock_keys (account_id, created_at\(sqlite: "", postgres: ", seq"))",
            "INDEX unlock_keys_pending ON unlock_keys (created_at) WHERE tag_digest IS NULL",
            "INDEX unlock_keys_spent ON unlock_keys (attempted_at) WHERE failures = 10 AND private_key IS NOT NULL",
        ])

    init(_ row: inout RowReader) throws {
        id = try row.key()
        accountID = try row.id()
        sessionID = try row.id()
        replaces = try row.optionalID()
        deviceName = try row.optionalText()
        tokenDigest = try row.digest()
        tagDigest = try row.optionalDigest()
        publicKey = Data(try row.data())
        privateKey = try row.optionalText()
        passcodeVersion = try row.number()
        createdAt = try row.time()
        lastUsedAt = try row.optionalTime()
        failures = try row.number()
        attemptedAt = try row.optionalTime()
        attemptID = try row.optionalID()
        inputDigest = try row.optionalDigest()
    }

    var values: [SQLValue] {
        [
            .id(id), .id(accountID), .id(sessionID), .id(replaces), .text(deviceName), .digest(tokenDigest),
            .digest(tagDigest), .data(publicKey), .text(privateKey), .count(passcodeVersion), .time(createdAt),
            .time(lastUsedAt), .count(failures), .time(attemptedAt), .id(attemptID), .digest(inputDigest),
        ]
    }
}
