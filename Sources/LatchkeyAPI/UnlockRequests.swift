public import Foundation
public import LatchkeyCore

/// The body of `POST /api/auth/unlock-keys`.
public struct AddUnlockKeyRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The blinded passcode: a point of P-384 in 49 bytes.
    public var blinded: Base64URL
    /// The slot token of the key that the new one replaces.
    public var replaces: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(blinded: Base64URL, replaces: String? = nil) { (self.blinded, self.replaces) = (blinded, replaces) }
}

/// The body of `PUT /api/auth/unlock-keys/{id}`.
public struct ConfirmUnlockKeyRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The 32 bytes that prove a correct passcode later.
    public var tag: Base64URL

    public init(tag: Base64URL) { self.tag = tag }
}

/// The body of `DELETE /api/auth/unlock-keys/{id}`.
public struct ShutDeviceRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The current passcode, required without a slot token.
    public var currentPasscode: String?
    /// The slot token of the calling device's own key.
    public var token: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(currentPasscode: String? = nil, token: String? = nil) {
        (self.currentPasscode, self.token) = (currentPasscode, token)
    }
}

/// The body of `POST /api/auth/unlock/evaluate`.
public struct EvaluateUnlockRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The slot token of the device.
    public var token: String
    /// The identifier of the attempt: the same one for a repeated call.
    public var attempt: UUID
    /// The blinded passcode: a point of P-384 in 49 bytes.
    public var blinded: Base64URL

    public init(token: String, attempt: UUID, blinded: Base64URL) {
        (self.token, self.attempt, self.blinded) = (token, attempt, blinded)
    }
}

/// The body of `POST /api/auth/unlock/finish`.
public struct FinishUnlockRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The slot token of the device.
    public var token: String
    /// The attempt whose passcode was correct.
    public var attempt: UUID
    /// The 32 bytes that prove the correct passcode.
    public var tag: Base64URL

    public init(token: String, attempt: UUID, tag: Base64URL) {
        (self.token, self.attempt, self.tag) = (token, attempt, tag)
    }
}
