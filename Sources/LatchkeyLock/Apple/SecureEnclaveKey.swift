#if canImport(CryptoKit) && canImport(LocalAuthentication)
public import Crypto
internal import CryptoKit
public import Foundation
internal import Security

/// A key in the Secure Enclave. It can be used while the device is unlocked, and by this app only.
public struct SecureEnclaveKey: HardwareKey {
    /// Nil where there is no Secure Enclave: in the simulator and on some Macs.
    public init?() {
        guard SecureEnclave.isAvailable else { return nil }
    }

    public func make() throws -> Data {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, &error)
        guard let control else { throw error?.takeRetainedValue() ?? VaultError.deviceSecretMissing as any Error }
        return try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: control).dataRepresentation
    }

    public func agree(_ handle: Data, with publicKey: P256.KeyAgreement.PublicKey) throws -> SharedSecret {
        try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: handle)
            .sharedSecretFromKeyAgreement(with: publicKey)
    }
}
#endif
