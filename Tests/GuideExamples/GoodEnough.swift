import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

/// Contract tests of the app's own implementations.
@Suite struct GoodEnoughTests {
    @Test func theStorageKeepsItsContract() async throws {
        try await SecureStorageContract { CountingStorage(base: InMemorySecureStorage()) }.verify()
    }

    /// Run this test in each state of the reader.
    @Test(arguments: [nil, .notEnrolled, .lockout, .notAvailable] as [BiometricAuthError?])
    func theReaderKeepsItsContract(_ obstacle: BiometricAuthError?) async throws {
        try await BiometricAuthContract { PalmReader(obstacle: obstacle) }.verify()
    }

    @Test func theClockKeepsItsContract() async throws {
        try await LockClockContract(passing: { try await Task.sleep(for: $0) }) { SystemLockClock() }.verify()
    }

    @Test func theLifecycleKeepsItsContract() async throws {
        try await AppLifecycleContract {
            let lifecycle = AppLifecycleManager()
            return (lifecycle, { await lifecycle.updateState($0).value })
        }.verify()
    }
}

/// The reader next to the till.
struct PalmReader: BiometricAuthProtocol {
    /// The reason why the reader is unavailable.
    let obstacle: BiometricAuthError?

    func status() async throws(BiometricAuthError) -> BiometricType {
        if let obstacle { throw obstacle }
        return .other
    }

    func authenticate(reason: String) async -> BiometricOutcome {
        if let obstacle { return .rejected(obstacle) }
        return .rejected(.authenticationFailed)
    }

    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }
}
