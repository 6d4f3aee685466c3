#if canImport(CryptoKit) && canImport(LocalAuthentication)
public import Crypto
internal import CryptoKit
public import Foundation
internal import Security

/// A key in the Secure Enclave. Only this app can use it, while the device is unlocked.
public struct SecureEnclaveKey: HardwareKey {
    /// Returns nil without a Secure Enclave, as in simulators and on some Macs.
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
            // The handle of another device is invalid. This device's handle becomes readable once it is unlocked.
            throw error.isOfLockedDevice ? .unavailable : .unknownKey
        }
        do {
            return try key.sharedSecretFromKeyAgreement(with: publicKey)
        } catch {
            // The key exists: the device is being locked, or the Secure Enclave is busy.
            throw .unavailable
        }
    }
}

extension Error {
    /// The status code of a Secure Enclave error.
    var enclaveStatus: Int {
        guard case CryptoKitError.underlyingCoreCryptoError(let status)? = self as? CryptoKitError else {
            return (self as NSError).code
        }
        return Int(status)
    }

    /// Whether the error is due to a locked device, so that the call may succeed later.
    var isOfLockedDevice: Bool {
        [errSecInteractionNotAllowed, errSecNotAvailable].map(Int.init).contains(enclaveStatus)
    }
}
#endif
