#if canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication

/// Biometric authentication with Face ID, Touch ID or Optic ID.
///
/// Each request has its own context, so that an earlier match is never reused, and checks availability again: a Mac's
/// lid may be closed. An app on a device with Face ID requires `NSFaceIDUsageDescription` in its Info.plist. Without it
/// the system would terminate the app, so this type shows no prompt and throws an error that names the missing entry.
public struct LocalBiometricAuth: BiometricAuthProtocol {
    private let policy: LAPolicy
    private let hasUsageDescription: @Sendable () -> Bool

    /// Creates an authenticator that uses the device's biometrics.
    ///
    /// - Parameter acceptsCompanion: Whether a watch on the wrist is accepted instead of biometrics, on a Mac and on
    ///   iOS 18. A watch proves that its owner is nearby, not who uses the device. It has no effect on systems without
    ///   companions.
    public init(acceptsCompanion: Bool = false) {
        self.init(acceptsCompanion: acceptsCompanion) {
            Bundle.main.object(forInfoDictionaryKey: "NSFaceIDUsageDescription") != nil
        }
    }

    package init(acceptsCompanion: Bool, hasUsageDescription: @escaping @Sendable () -> Bool) {
        policy = acceptsCompanion ? .biometricsOrCompanion : .deviceOwnerAuthenticationWithBiometrics
        self.hasUsageDescription = hasUsageDescription
    }

    public func status() async throws(BiometricAuthError) -> BiometricType {
        let context = LAContext()
        var error: NSError?
        let isAvailable = context.canEvaluatePolicy(policy, error: &error)
        guard isAvailable else { throw BiometricAuthError(error) }
        if context.biometryType == .faceID, !hasUsageDescription() { throw .missingUsageDescription }
        return BiometricType(context.biometryType)
    }

    public var canUseBiometricOrPasscode: Bool {
        get async {
            let context = LAContext()
            guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else { return false }
            return context.biometryType != .faceID || hasUsageDescription()
        }
    }

    public func authenticate(reason: String) async -> BiometricOutcome {
        do {
            _ = try await status()
        } catch {
            return .rejected(error)
        }
        let attempt = AuthenticationAttempt()
        // Hides the button that offers another method.
        attempt.context.localizedFallbackTitle = ""
        return await attempt.evaluate(policy, reason: reason)
    }

    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        // This policy uses Face ID if the device has it.
        let context = LAContext()
        _ = context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
        if context.biometryType == .faceID, !hasUsageDescription() { return .rejected(.missingUsageDescription) }
        return await AuthenticationAttempt().evaluate(.deviceOwnerAuthentication, reason: reason)
    }
}

extension BiometricAuthError {
    fileprivate static let missingUsageDescription = BiometricAuthError.systemError(
        code: 0, text: "NSFaceIDUsageDescription is missing from the app's Info.plist.")
}
#endif
