// For the one file that asks the Secure Enclave. Only it sees this module: packages ask whether there is one.
// Read from the Swift interface of CryptoKit in the iOS 16.5 SDK. Page: cryptokit/secureenclave.
@_exported import Crypto
public import Foundation
public import LocalAuthentication
public import Security

public enum SecureEnclave {
    // Page: secureenclave/isavailable.
    public static var isAvailable: Bool { false }
    // Page: secureenclave/p256/keyagreement/privatekey.
    public enum P256 {
        public enum KeyAgreement {
            public struct PrivateKey {
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl,
                    authenticationContext: LAContext? = nil
                ) throws { throw CryptoKitError.authenticationFailure }
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    throw CryptoKitError.authenticationFailure
                }
                public var dataRepresentation: Data { Data() }
                public func sharedSecretFromKeyAgreement(
                    with publicKeyShare: Crypto.P256.KeyAgreement.PublicKey
                ) throws -> SharedSecret { throw CryptoKitError.authenticationFailure }
            }
        }
    }
}
