#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

/// One request for a match, with a context of its own that the Keychain then takes as the proof.
///
/// The prompt is not left to the Keychain: its call would block a thread until the person answers, and says the same
/// for a failed match, a lockout and an item that is gone.
///
/// Proof for `@unchecked Sendable`: only one task uses the context at a time, except that `invalidate()` may be called
/// during an evaluation, as documented
/// (<https://developer.apple.com/documentation/localauthentication/lacontext/invalidate()>).
final class KeychainMatch: @unchecked Sendable {
    let context = LAContext()
    private let hasUsageDescription: @Sendable () -> Bool

    init(hasUsageDescription: @escaping @Sendable () -> Bool) { self.hasUsageDescription = hasUsageDescription }

    /// Asks for what the level takes, and for nothing else.
    func ask(reason: String, for access: SecureStorageAccess) async throws(SecureStorageError) {
        // LAContext raises an exception, which Swift cannot catch.
        guard !reason.isEmpty else {
            throw SecureStorageError(status: errSecParam, else: SecureStorageError.loadFailed)
        }
        // The system ends an app that asks for Face ID and does not say in its Info.plist what for.
        _ = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
        if access != .devicePasscode, context.biometryType == .faceID, !hasUsageDescription() {
            throw .missingUsageDescription
        }
        // Without the button that offers another way.
        if case .biometry = access { context.localizedFallbackTitle = "" }
        // No policy asks for the passcode alone.
        let passcode = access == .devicePasscode ? try SecAccessControlCreateFlags.devicePasscode.control() : nil
        let policy: LAPolicy =
            access == .userPresence ? .deviceOwnerAuthentication : .deviceOwnerAuthenticationWithBiometrics
        let failure: SecureStorageError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: @Sendable (Bool, (any Error)?) -> Void = { isMatch, error in
                    continuation.resume(returning: isMatch ? nil : SecureStorageError(refusal: error))
                }
                if let passcode {
                    context.evaluateAccessControl(
                        passcode, operation: .useItem, localizedReason: reason, reply: answer)
                } else {
                    context.evaluatePolicy(policy, localizedReason: reason, reply: answer)
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

    /// What a match that did not come about means for the secret.
    init(refusal error: (any Error)?) {
        self =
            switch (error as? LAError)?.code {
            // The context is only made invalid when the task is cancelled.
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
