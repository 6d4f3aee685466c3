public import LatchkeyBiometrics

/// A session of your own backend, stored behind biometrics.
///
/// The tokens are any `Codable` type, such as those of Supabase or Firebase, or your own JWTs. No passcode and no
/// Latchkey server is involved. An implementation passes `BiometricSessionContract` of `LatchkeyTestSupport`.
public protocol BiometricSessionProtocol<Tokens>: Sendable {
    /// The type of the stored tokens.
    associatedtype Tokens: Codable & Sendable

    /// The kind of biometrics that can protect a session now, or `none`.
    var biometricType: BiometricType { get async }

    /// Whether a session is stored. Never prompts.
    ///
    /// Stays true after a changed enrolment until ``restore(reason:)`` detects the change, unless the system has
    /// already deleted the key.
    var isEnabled: Bool { get async throws(BiometricSessionError) }

    /// Whether a session of the user of these tokens is stored. Never prompts.
    ///
    /// False for another user's session: consent is not transferred.
    func isEnabled(for tokens: Tokens) async throws(BiometricSessionError) -> Bool

    /// Stores the tokens, and so enables biometrics for their user, who has agreed. Never prompts.
    ///
    /// If a session of the same user is stored, its tokens are replaced and the enrolment that releases it stays the
    /// same. A finger that was added meanwhile restores nothing. A session of another user is replaced, with the
    /// present enrolment. To store refreshed tokens, call ``update(_:)`` instead. After an error the old session, the
    /// new one, or none is stored.
    func save(_ tokens: Tokens) async throws(BiometricSessionError)

    /// Replaces the tokens of a stored session, after your backend refreshed them. Never prompts.
    ///
    /// - Returns: Whether a session of the same user is stored. If not, nothing changes: a refresh does not enable
    ///   biometrics.
    @discardableResult
    func update(_ tokens: Tokens) async throws(BiometricSessionError) -> Bool

    /// Requests a match, and returns the tokens that were stored last.
    ///
    /// Concurrent calls share one prompt and its result. The prompt is dismissed when all of their tasks are cancelled,
    /// and by ``clear()``, after which they return ``BiometricRestore/none``.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    func restore(reason: String) async -> BiometricRestore<Tokens>

    /// Deletes the session, and so disables biometrics. Never prompts. Call it on sign-out too.
    func clear() async throws(BiometricSessionError)
}

extension BiometricSessionProtocol {
    /// Whether to offer biometrics to the user of these tokens: they are available, and disabled for this user.
    ///
    /// Call it after each sign-in. "Later" requires no call: the next sign-in offers them again.
    public func shouldOffer(for tokens: Tokens) async -> Bool {
        guard await biometricType != .none, let isEnabled = try? await isEnabled(for: tokens) else { return false }
        return !isEnabled
    }
}
