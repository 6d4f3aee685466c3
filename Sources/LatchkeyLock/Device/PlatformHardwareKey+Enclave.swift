#if canImport(CryptoKit) && canImport(LocalAuthentication)
/// The hardware of this device that keeps keys.
public enum PlatformHardwareKey {
    /// The Secure Enclave, or nil where there is none.
    public static func find() -> (any HardwareKey)? { SecureEnclaveKey() }
}
#endif
