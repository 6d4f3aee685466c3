#if !(canImport(CryptoKit) && canImport(LocalAuthentication))
/// The hardware of this device that keeps keys.
public enum PlatformHardwareKey {
    /// Nil: there is none that this library knows.
    public static func find() -> (any HardwareKey)? { nil }
}
#endif
