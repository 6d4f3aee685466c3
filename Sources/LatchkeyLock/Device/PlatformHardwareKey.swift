/// The hardware of this device that keeps keys.
public enum PlatformHardwareKey {
    #if canImport(CryptoKit) && canImport(LocalAuthentication)
    /// The Secure Enclave, or nil on a device without one.
    public static func find() -> (any HardwareKey)? { SecureEnclaveKey() }
    #else
    /// Nil: this library supports no such hardware here.
    public static func find() -> (any HardwareKey)? { nil }
    #endif
}
