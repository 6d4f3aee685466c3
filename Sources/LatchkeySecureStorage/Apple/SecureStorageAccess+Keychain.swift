#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

extension SecureStorageAccess {
    /// Whether the device's current setup supports the level. Never prompts.
    var isSupported: Bool {
        switch self {
        case .afterFirstUnlock, .whenUnlocked: return true
        case .whenPasscodeSet, .userPresence, .devicePasscode:
            return LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
        case .biometry:
            var error: NSError?
            let canPrompt = LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
            // After too many failed matches, there still is an enrolment.
            return canPrompt || (error as? LAError)?.code == .biometryLockout
        }
    }

    /// Whether removing the device passcode destroys the secret.
    var needsDevicePasscode: Bool {
        switch self {
        case .afterFirstUnlock, .whenUnlocked: false
        case .whenPasscodeSet, .biometry, .userPresence, .devicePasscode: true
        }
    }

    /// The attributes that enforce the level. Throws if there is no access control, so that nothing is stored with
    /// less.
    func keychainAttributes() throws(SecureStorageError) -> [String: Any] {
        switch self {
        case .afterFirstUnlock: [kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
        case .whenUnlocked: [kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly]
        case .whenPasscodeSet: [kSecAttrAccessible as String: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
        case .biometry(let enrolment): [kSecAttrAccessControl as String: try enrolment.flag.control()]
        case .userPresence: [kSecAttrAccessControl as String: try SecAccessControlCreateFlags.userPresence.control()]
        case .devicePasscode:
            [kSecAttrAccessControl as String: try SecAccessControlCreateFlags.devicePasscode.control()]
        }
    }
}

extension SecAccessControlCreateFlags {
    /// Returns the access control with these conditions, on a device with a passcode.
    func control() throws(SecureStorageError) -> SecAccessControl {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, self, &error)
        if let control { return control }
        guard let error = error?.takeRetainedValue() else {
            throw SecureStorageError(status: errSecParam, else: SecureStorageError.saveFailed)
        }
        throw .saveFailed(
            SystemFailure(
                code: Int32(truncatingIfNeeded: CFErrorGetCode(error)), text: CFErrorCopyDescription(error) as String))
    }
}

extension SecureStorageAccess.Enrolment {
    fileprivate var flag: SecAccessControlCreateFlags {
        switch self {
        case .currentEnrolment: .biometryCurrentSet
        case .anyEnrolment: .biometryAny
        }
    }
}
#endif
