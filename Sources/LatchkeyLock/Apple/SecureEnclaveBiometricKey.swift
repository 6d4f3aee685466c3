#if canImport(CryptoKit) && canImport(LocalAuthentication)
internal import Crypto
internal import CryptoKit
internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyCore
internal import LatchkeySecureStorage
internal import LocalAuthentication
internal import Security

/// Keys in the Secure Enclave that require a match, of the enrolment when the key is created
/// (<https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/biometrycurrentset>) or when it is
/// used (<https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/biometryany>).
struct SecureEnclaveBiometricKey: BiometricHardware {
    private let queue = BlockingQueue("latchkey.biometric-key")
    private let match: SecAccessControlCreateFlags
    private let fallbackTitle: String

    /// Returns nil without a Secure Enclave, as in simulators and on some Macs.
    ///
    /// - Parameters:
    ///   - enrolment: The enrolment that a key requires.
    ///   - fallbackTitle: The title of the prompt's passcode button; empty for no button.
    init?(_ enrolment: SecureStorageAccess.Enrolment = .currentEnrolment, fallbackTitle: String = "") {
        guard SecureEnclave.isAvailable else { return nil }
        match =
            switch enrolment {
            case .currentEnrolment: .biometryCurrentSet
            case .anyEnrolment: .biometryAny
            }
        self.fallbackTitle = fallbackTitle
    }

    func makeKey() async throws(HardwareKeyError) -> BiometricHardwareKey {
        try await queue.perform { () throws(HardwareKeyError) in
            guard let control else { throw .unavailable }
            do {
                let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: control)
                return BiometricHardwareKey(handle: key.dataRepresentation, publicKey: key.publicKey)
            } catch {
                throw .unavailable
            }
        }
    }

    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey, reason: String, offersPasscode: Bool
    ) async -> BiometricAgreement {
        guard let control else { return .unavailable }
        let attempt = AuthenticationAttempt()
        // Empty hides the button, which the system shows after a failed match
        // (https://developer.apple.com/documentation/localauthentication/lacontext/localizedfallbacktitle).
        attempt.context.localizedFallbackTitle = offersPasscode ? fallbackTitle : ""
        switch await attempt.evaluate(control, for: .useKeyKeyExchange, reason: reason) {
        case .rejected(let error): return .rejected(error)
        case .authenticated: break
        }
        return await queue.perform { Self.agree(handle, with: publicKey, after: attempt) }
    }

    func hasLost(_ handle: Data) async -> Bool {
        await queue.perform {
            let context = LAContext()
            // A key of this enrolment then fails because a prompt would be required.
            context.interactionNotAllowed = true
            do {
                let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(
                    dataRepresentation: handle, authenticationContext: context)
                _ = try key.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PrivateKey().publicKey)
                return false
            } catch {
                return [errSecAuthFailed, errSecItemNotFound].map(Int.init).contains(error.enclaveStatus)
            }
        }
    }

    private static func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey, after attempt: AuthenticationAttempt
    ) -> BiometricAgreement {
        // The match authorizes this use: there is no second prompt.
        attempt.context.interactionNotAllowed = true
        do {
            let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(
                dataRepresentation: handle, authenticationContext: attempt.context)
            return .agreed(try key.sharedSecretFromKeyAgreement(with: publicKey))
        } catch {
            // There was a match, so the key belongs to a former enrolment, unless the device is being locked.
            return error.isOfLockedDevice ? .unavailable : .keyMissing
        }
    }

    private var control: SecAccessControl? {
        SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.privateKeyUsage, match], nil)
    }
}
#endif
