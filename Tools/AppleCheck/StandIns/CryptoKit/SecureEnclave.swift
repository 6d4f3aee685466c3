// Read from the Swift interface of CryptoKit in the iOS 16.5 SDK. Page: cryptokit/secureenclave. Its other types are
// those of swift-crypto, which on a device are CryptoKit's.
import AppleDevice
@_exported import Crypto
public import Foundation
public import LocalAuthentication
public import Security

public enum SecureEnclave {
    // Page: secureenclave/isavailable.
    public static var isAvailable: Bool { AppleDevice.current.withLock { $0.hasSecureEnclave } }
    // Page: secureenclave/p256/keyagreement/privatekey.
    public enum P256 {
        public enum KeyAgreement {
            /// Its data representation is the name of a key of the simulated device. Apple's is the key itself,
            /// encrypted for this Enclave (page: cryptokit/storing-cryptokit-keys-in-the-keychain). Neither is
            /// usable elsewhere.
            public struct PrivateKey {
                public let dataRepresentation: Data
                // Page: …/privatekey/publickey. Stored, so that reading it cannot fail (CryptoKit.swiftinterface of the
                // iOS 16.5 and 18.0 SDKs).
                public let publicKey: Crypto.P256.KeyAgreement.PublicKey
                private let context: LAContext?

                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl,
                    authenticationContext: LAContext? = nil
                ) throws {
                    // Creating a key shows no prompt (page: security/protecting-keys-with-the-secure-enclave).
                    let name = Data(UUID().uuidString.utf8)
                    let key = EnclaveKey(
                        secret: Crypto.P256.KeyAgreement.PrivateKey(), access: accessControl,
                        passcodeEpoch: AppleDevice.current.withLock { $0.passcodeEpoch })
                    try AppleDevice.current.withLock { device in
                        guard device.hasPasscode || !key.needsPasscode else { throw status(errSecAuthFailed) }
                        device.enclaveKeys[name] = key
                    }
                    (dataRepresentation, publicKey, context) = (name, key.secret.publicKey, authenticationContext)
                }

                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    let key = AppleDevice.current.withLock { $0.enclaveKeys[dataRepresentation] as? EnclaveKey }
                    guard let key else { throw CryptoKitError.authenticationFailure }
                    (self.dataRepresentation, publicKey) = (dataRepresentation, key.secret.publicKey)
                    context = authenticationContext
                }

                public func sharedSecretFromKeyAgreement(
                    with publicKeyShare: Crypto.P256.KeyAgreement.PublicKey
                ) throws -> SharedSecret {
                    let key = try key()
                    try AppleDevice.current.withLock { try key.authorize(context, on: &$0) }
                    return try key.secret.sharedSecretFromKeyAgreement(with: publicKeyShare)
                }

                private func key() throws -> EnclaveKey {
                    let key = AppleDevice.current.withLock { $0.enclaveKeys[dataRepresentation] as? EnclaveKey }
                    guard let key else { throw CryptoKitError.authenticationFailure }
                    return key
                }
            }
        }
    }
}

/// A key of the Enclave.
private struct EnclaveKey {
    let secret: Crypto.P256.KeyAgreement.PrivateKey
    let access: SecAccessControl
    let passcodeEpoch: Int

    var needsPasscode: Bool { access.standInProtection == "akpu" }

    /// Page: security/secaccesscontrolcreateflags/biometrycurrentset, for the key as for an item: what a context has
    /// proved is not requested again, and a changed enrolment ends it. With which error it ends is written nowhere, so
    /// that tests choose it.
    func authorize(_ context: LAContext?, on device: inout DeviceState) throws {
        guard device.lock == .unlocked else { throw status(device.statusOfLockedKey) }
        if needsPasscode, passcodeEpoch != device.passcodeEpoch { throw status(errSecAuthFailed) }
        guard !access.standInFlags.isDisjoint(with: [.biometryAny, .biometryCurrentSet]) else { return }
        if access.standInFlags.contains(.biometryCurrentSet), access.standInEnrolment != device.enrolment {
            throw status(device.statusOfInvalidatedKey)
        }
        if let context, context.hasProvedBiometry, !device.forgetsProofs { return }
        if context?.interactionNotAllowed == true { throw NSError(domain: LAErrorDomain, code: -1004) }
        guard device.isBiometryUsable else { throw status(errSecAuthFailed) }
        switch device.ask(context?.localizedReason ?? "") {
        case .match: return
        case .error(let code): throw NSError(domain: LAErrorDomain, code: code)
        case .nothing: throw status(errSecAuthFailed)
        }
    }
}

private func status(_ code: OSStatus) -> NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(code)) }
