#if !canImport(LocalAuthentication)
public import LatchkeyBiometrics
public import LatchkeySecureStorage

extension BiometricSession {
    /// A session in a keyring, behind a fingerprint reader. Weaker than on Apple's platforms: the reader only answers
    /// yes or no, and the keyring gives the key to any program of the same user, without a finger. A finger that is
    /// added later restores the session too.
    ///
    /// Describe this to users before they turn it on. Unlock the keyring first: while it is locked,
    /// ``restore(reason:)`` returns a failure, and the session stays stored.
    ///
    /// - Parameters:
    ///   - keyring: Keeps the key and the tokens, such as `SecretServiceSecureStorage` of `LatchkeyLinux`.
    ///   - reader: Asks for the finger, such as `FingerprintBiometricAuth`. The app shows its hints: Linux has no
    ///     prompt of its own.
    public init(keyring: some SecureStorageProtocol, reader: some BiometricAuthProtocol) {
        self.init(SessionStore(storage: keyring, biometrics: reader, protection: .reader))
    }
}
#endif
