public import Foundation
public import LatchkeyCore

/// The response of `POST /api/auth/unlock-keys`.
public struct AddedUnlockKey: Codable, Equatable, Sendable, RedactedSecrets {
    /// The identifier of the key: 32 hexadecimal digits.
    public var id: String
    /// The slot token: the device's credential for evaluations with this key, and for nothing else.
    public var token: String
    /// The key's public part: a point of P-384 in 49 bytes.
    public var publicKey: Base64URL
    /// The evaluated point and its proof, in 145 bytes (RFC 9497).
    public var evaluation: Base64URL

    public init(id: String, token: String, publicKey: Base64URL, evaluation: Base64URL) {
        (self.id, self.token, self.publicKey, self.evaluation) = (id, token, publicKey, evaluation)
    }
}

/// The response of `POST /api/auth/unlock/evaluate`.
public struct EvaluatedUnlock: Codable, Equatable, Sendable {
    /// The evaluated point and its proof, in 145 bytes (RFC 9497).
    public var evaluation: Base64URL
    /// The attempts left if this one fails.
    public var attemptsRemaining: Int
    /// The seconds until the next attempt if this one fails; 0 for none.
    public var retryAfter: Int

    public init(evaluation: Base64URL, attemptsRemaining: Int, retryAfter: Int) {
        (self.evaluation, self.attemptsRemaining, self.retryAfter) = (evaluation, attemptsRemaining, retryAfter)
    }
}

/// The response of `GET /api/auth/unlock-keys`: the account's devices whose vault requires the server, oldest first.
public struct UnlockKeyList: Codable, Equatable, Sendable {
    /// A device whose vault requires the server.
    public struct UnlockKey: Codable, Equatable, Identifiable, Sendable {
        /// The identifier, for ``LatchkeyClient/shutDevice(id:currentPasscode:accessToken:)``.
        public var id: String
        /// The name of the session that registered the device, or nil.
        public var deviceName: String?
        /// The time at which the device was registered.
        public var createdAt: Date
        /// The time of the last unlock with the server, or nil.
        public var lastUsedAt: Date?

        public init(id: String, deviceName: String?, createdAt: Date, lastUsedAt: Date?) {
            (self.id, self.deviceName, self.createdAt, self.lastUsedAt) = (id, deviceName, createdAt, lastUsedAt)
        }
    }

    /// The account's devices, oldest first.
    public var unlockKeys: [UnlockKey]

    public init(unlockKeys: [UnlockKey]) { self.unlockKeys = unlockKeys }
}
