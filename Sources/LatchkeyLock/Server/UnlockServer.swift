package import Foundation

/// The server's part in unlocking. It evaluates blinded passcodes, counts the attempts, and destroys its key after the
/// tenth failure or when the device is shut.
package protocol UnlockServer: Sendable {
    /// Creates a key for this device, and evaluates the blinded passcode with it. The key cannot be used before
    /// ``confirm(_:tag:)``. The passcode must have been verified within the last minute.
    ///
    /// - Parameter replaced: The token of the key that this one replaces, which is valid until the new key's first
    ///   ``finish(_:tag:token:)``; nil for the first key.
    func register(
        _ blinded: [UInt8], replacing replaced: String?
    ) async throws(UnlockServerError) -> UnlockRegistration

    /// Activates a registered key. The tag proves the correct passcode later, and reveals nothing about it.
    func confirm(_ id: [UInt8], tag: [UInt8]) async throws(UnlockServerError)

    /// Evaluates a blinded passcode, after counting it as a failure. The latest attempt may be repeated with the same
    /// bytes: it is counted once.
    func evaluate(_ blinded: [UInt8], attempt: UUID, token: String) async throws(UnlockServerError) -> UnlockEvaluation

    /// Clears the count after a correct passcode. May be repeated.
    func finish(_ attempt: UUID, tag: [UInt8], token: String) async throws(UnlockServerError)

    /// Deletes this device's key, which its vault no longer requires, and keys that it registered and never stored. May
    /// be repeated.
    func remove(_ id: [UInt8], token: String) async throws(UnlockServerError)
}

/// A new key of the server for this device.
package struct UnlockRegistration: Sendable {
    /// The 16 bytes that identify the key.
    package let id: [UInt8]
    /// The credential for evaluating with this key, and for nothing else.
    package let token: String
    /// The key's public part: a compressed point.
    package let publicKey: [UInt8]
    /// The evaluated point with its proof.
    package let evaluation: [UInt8]

    package init(id: [UInt8], token: String, publicKey: [UInt8], evaluation: [UInt8]) {
        (self.id, self.token, self.publicKey, self.evaluation) = (id, token, publicKey, evaluation)
    }
}

/// The server's response to a blinded passcode.
package struct UnlockEvaluation: Sendable {
    /// The evaluated point with its proof.
    package let evaluation: [UInt8]
    /// The attempts left if this one fails.
    package let remaining: Int
    /// The delay before the next attempt if this one fails.
    package let delay: Duration

    package init(evaluation: [UInt8], remaining: Int, delay: Duration) {
        (self.evaluation, self.remaining, self.delay) = (evaluation, remaining, delay)
    }
}
