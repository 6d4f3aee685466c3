#if !canImport(LocalAuthentication)
public import LatchkeyBiometrics
public import LatchkeySecureStorage

extension BiometricSession {
    /// Creates a session in a keyring, behind a fingerprint reader.
    ///
    /// It is weaker than on Apple's platforms. The reader only reports a match, and any program of the same user can
    /// read the key from the keyring without a finger. A finger that is added later also restores the session.
    ///
    /// Inform users before they enable it. Unlock the keyring first: while it is locked, ``restore(reason:)`` returns a
    /// failure, and the session stays stored.
    ///
    /// - Parameters:
    ///   - keyring: The storage of the key and the tokens, such as `SecretServiceSecureStorage` of `LatchkeyLinux`.
    ///   - reader: Requests the finger, such as `FingerprintBiometricAuth`. The app shows its hints: Linux has no
    ///     prompt.
    ///   - prompts: The app's lock, if it has one.
    ///   - user: Returns the user's permanent identifier at your backend.
    public init(
        keyring: some SecureStorageProtocol, reader: some BiometricAuthProtocol,
        prompts: (any PromptCoordinator)? = nil, user: @escaping @Sendable (Tokens) -> String
    ) {
        self.init(
            SessionStore(storage: keyring, biometrics: reader, protection: .reader), prompts: prompts, user: user)
    }
}
#endif
