#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

/// A request for a match, with its own context that authorizes the Keychain call.
///
/// The Keychain does not show the prompt, since its call would block a thread until the user responds. It also does not
/// distinguish a failed match, a lockout and a missing item.
///
/// Proof for `@unchecked Sendable`: only one task uses the context at a time, except that `invalidate()` may be called
/// during an evaluation, as documented
/// (<https://developer.apple.com/documentation/localauthentication/lacontext/invalidate()>).
final class KeychainMatch: @unchecked Sendable {
    let context = LAContext()
    private let hasUsageDescription: @Sendable () -> Bool

    init(hasUsageDescription: @escaping @Sendable () -> Bool) { self.hasUsageDescription = hasUsageDescription }

    /// Requests exactly what the access level requires.
    func ask(reason: String, for access: SecureStorageAccess) async throws(SecureStorageError) {
        // LAContext raises an exception, which Swift cannot catch.
        guard !reason.isEmpty else {
            throw SecureStorageError(status: errSecParam, else: SecureStorageError.loadFailed)
        }
        // The system terminates an app that requests Face ID without a purpose in its Info.plist.
        _ = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        if access != .devicePasscode, context.biometryType == .faceID, !hasUsageDescription() {
            throw .missingUsageDescription
        }
        // Hides the button that offers another method.
        if case .biometry = access { context.localizedFallbackTitle = "" }
        // No policy requests only the passcode.
        let passcode = access == .devicePasscode ? try SecAccessControlCreateFlags.devicePasscode.control() : nil
        let policy: LAPolicy =
            access == .userPresence ? .deviceOwnerAuthentication : .deviceOwnerAuthenticationWithBiometrics
        let failure: SecureStorageError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let completion: @Sendable (Bool, (any Error)?) -> Void = { isMatch, error in
                    continuation.resume(returning: isMatch ? nil : SecureStorageError(rejection: error))
                }
                if let passcode {
                    context.evaluateAccessControl(
                        passcode, operation: .useItem, localizedReason: reason, reply: completion)
                } else {
                    context.evaluatePolicy(policy, localizedReason: reason, reply: completion)
                }
            }
        } onCancel: {
            context.invalidate()
        }
        if let failure { throw failure }
    }
}

extension SecureStorageError {
    fileprivate static let missingUsageDescription = SecureStorageError.loadFailed(
        SystemFailure(code: 0, text: "NSFaceIDUsageDescription is missing from the app's Info.plist."))

    /// The error of a secret whose match failed.
    init(rejection error: (any Error)?) {
        self =
            switch (error as? LAError)?.code {
            // Only cancelling the task invalidates the context.
            case .userCancel, .userFallback, .systemCancel, .appCancel, .invalidContext: .cancelled
            case .biometryLockout: .matchUnavailable(.lockout)
            case .biometryNotEnrolled: .matchUnavailable(.notEnrolled)
            case .passcodeNotSet: .matchUnavailable(.devicePasscodeNotSet)
            case .biometryNotAvailable: .matchUnavailable(.notAvailable)
            case .notInteractive: .matchUnavailable(.notInteractive)
            default: .authenticationFailed
            }
    }
}
#endif
