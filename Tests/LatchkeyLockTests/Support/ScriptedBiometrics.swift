import LatchkeyBiometrics
import LatchkeyCore

/// A reader with scripted results.
final class ScriptedBiometrics: BiometricAuthProtocol {
    private let state = LockedValue<(status: Result<BiometricType, BiometricAuthError>, outcome: BiometricOutcome)>(
        (.success(.faceID), .authenticated))

    func respond(_ outcome: BiometricOutcome) { state.withLock { $0.outcome = outcome } }
    func set(_ status: Result<BiometricType, BiometricAuthError>) { state.withLock { $0.status = status } }

    func status() async throws(BiometricAuthError) -> BiometricType { try state.withLock { $0.status }.get() }
    func authenticate(reason: String) async -> BiometricOutcome { state.withLock { $0.outcome } }
    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        state.withLock { $0.outcome }
    }
}
