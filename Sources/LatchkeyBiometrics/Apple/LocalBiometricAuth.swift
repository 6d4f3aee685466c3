#if canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication

/// Face ID, Touch ID and Optic ID.
///
/// Every request has its own context, so that no earlier match is taken for a new one, and checks again what is
/// available: a Mac's lid may be closed by then. An app on a device with Face ID needs `NSFaceIDUsageDescription` in
/// its Info.plist. Without it the system ends an app that asks, so this type does not ask, and the error says what is
/// missing.
public struct LocalBiometricAuth: BiometricAuthProtocol {
    private let policy: LAPolicy
    private let hasUsageDescription: @Sendable () -> Bool

    /// - Parameter acceptsCompanion: Whether a watch on the wrist is accepted instead of biometrics: on a Mac, and on
    ///   iOS 18. It proves that its owner is near, not who is in front of the device. It has no effect where the system
    ///   has no companions.
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
            return .refused(error)
        }
        let attempt = AuthenticationAttempt()
        // Without the button that offers another way.
        attempt.context.localizedFallbackTitle = ""
        return await attempt.evaluate(policy, reason: reason)
    }

    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        // This policy asks for Face ID where there is one.
        let context = LAContext()
        _ = context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
        if context.biometryType == .faceID, !hasUsageDescription() { return .refused(.missingUsageDescription) }
        return await AuthenticationAttempt().evaluate(.deviceOwnerAuthentication, reason: reason)
    }
}

extension BiometricAuthError {
    fileprivate static let missingUsageDescription = BiometricAuthError.systemError(
        code: 0, text: "NSFaceIDUsageDescription is missing from the app's Info.plist.")
}
#endif
