/// The hardware of this device for keys.
public enum PlatformHardwareKey {
    #if canImport(CryptoKit) && canImport(LocalAuthentication)
    /// Returns the Secure Enclave, or nil on a device without one.
    public static func find() -> (any HardwareKey)? { SecureEnclaveKey() }
    #else
    /// Returns nil on this platform: this library supports no such hardware here.
    public static func find() -> (any HardwareKey)? { nil }
    #endif
}
