#if canImport(CryptoKit) && canImport(LocalAuthentication)
internal import Crypto
internal import CryptoKit
internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyCore
internal import LatchkeySecureStorage
internal import LocalAuthentication
internal import Security

/// Keys in the Secure Enclave that take a match, of those who are enrolled when the key is made
/// (<https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/biometrycurrentset>) or when it is
/// used (<https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/biometryany>).
struct SecureEnclaveBiometricKey: BiometricHardware {
    private let queue = BlockingQueue("latchkey.biometric-key")
    private let match: SecAccessControlCreateFlags
    private let fallbackTitle: String

    /// Nil where there is no Secure Enclave: in the simulator and on some Macs.
    ///
    /// - Parameters:
    ///   - enrolment: Whose match a key requires.
    ///   - fallbackTitle: The title of the prompt's button for the passcode; empty for no button.
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
        // Empty: without the button, which the system shows after a match has failed
        // (https://developer.apple.com/documentation/localauthentication/lacontext/localizedfallbacktitle).
        attempt.context.localizedFallbackTitle = offersPasscode ? fallbackTitle : ""
        switch await attempt.evaluate(control, for: .useKeyKeyExchange, reason: reason) {
        case .refused(let error): return .refused(error)
        case .authenticated: break
        }
        return await queue.perform { Self.agree(handle, with: publicKey, after: attempt) }
    }

    func hasLost(_ handle: Data) async -> Bool {
        await queue.perform {
            let context = LAContext()
            // A key of this enrolment answers that it would have to ask.
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
        // The match was the proof: the person is not asked twice.
        attempt.context.interactionNotAllowed = true
        do {
            let key = try SecureEnclave.P256.KeyAgreement.PrivateKey(
                dataRepresentation: handle, authenticationContext: attempt.context)
            return .agreed(try key.sharedSecretFromKeyAgreement(with: publicKey))
        } catch {
            // There was a match, so the key belongs to a former enrolment, unless the device is being locked.
            return error.isOfLockedDevice ? .unavailable : .keyGone
        }
    }

    private var control: SecAccessControl? {
        SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.privateKeyUsage, match], nil)
    }
}
#endif
