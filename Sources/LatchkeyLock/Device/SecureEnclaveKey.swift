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

    public func make() throws(HardwareKeyError) -> Data {
        let control = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil)
        guard let control else { throw .unavailable }
        do {
            return try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: control).dataRepresentation
        } catch {
            throw .unavailable
        }
    }

    public func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey
    ) throws(HardwareKeyError) -> SharedSecret {
        let key: SecureEnclave.P256.KeyAgreement.PrivateKey
        do {
            key = try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: handle)
        } catch {
            // The handle of another device cannot be read; one of this device while it is locked can, later.
            throw error.isOfLockedDevice ? .unavailable : .unknownKey
        }
        do {
            return try key.sharedSecretFromKeyAgreement(with: publicKey)
        } catch {
            // The key is there: the device is being locked, or the Enclave is busy.
            throw .unavailable
        }
    }
}

extension Error {
    /// The status behind an error of the Secure Enclave.
    var enclaveStatus: Int {
        guard case CryptoKitError.underlyingCoreCryptoError(let status)? = self as? CryptoKitError else {
            return (self as NSError).code
        }
        return Int(status)
    }

    /// Whether the Secure Enclave refused because the device is locked, and may not refuse later.
    var isOfLockedDevice: Bool {
        [errSecInteractionNotAllowed, errSecNotAvailable].map(Int.init).contains(enclaveStatus)
    }
}
#endif
