import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

/// Whether a lock can rely on what this app has made itself.
@Suite struct GoodEnoughTests {
    @Test func theStorageIs() async throws {
        try await SecureStorageContract { CountingStorage(base: InMemorySecureStorage()) }.verify()
    }

    /// In each state that the reader can be in.
    @Test(arguments: [nil, .notEnrolled, .lockout, .notAvailable] as [BiometricAuthError?])
    func theReaderIs(_ obstacle: BiometricAuthError?) async throws {
        try await BiometricAuthContract { PalmReader(obstacle: obstacle) }.verify()
    }

    @Test func theClockIs() async throws {
        try await LockClockContract(passing: { try await Task.sleep(for: $0) }) { SystemLockClock() }.verify()
    }

    @Test func theLifecycleIs() async throws {
        try await AppLifecycleContract {
            let lifecycle = AppLifecycleManager()
            return (lifecycle, { await lifecycle.updateState($0).value })
        }.verify()
    }

    @Test func aClockThatFollowsTheTimeOfDayIsNot() async {
        let machine = ManualClock()
        let contract = LockClockContract(
            passing: { machine.advance(by: $0) }, changingWall: { machine.changeWall(by: $0) }
        ) { TimeOfDayClock(machine: machine) }
        let violation = await #expect(throws: ContractViolation.self) { try await contract.verify() }
        #expect(violation?.rule == "a time of day that is changed moves the time of day, and no other clock")
    }
}

/// The reader beside the till.
struct PalmReader: BiometricAuthProtocol {
    /// What keeps it from reading now.
    let obstacle: BiometricAuthError?

    func status() async throws(BiometricAuthError) -> BiometricType {
        if let obstacle { throw obstacle }
        return .other
    }

    func authenticate(reason: String) async -> BiometricOutcome {
        if let obstacle { return .refused(obstacle) }
        return .refused(.authenticationFailed)
    }

    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }
}

/// Measures absences by the time of day: whoever sets that back is not away.
struct TimeOfDayClock: LockClock {
    let machine: ManualClock

    func reading() -> ClockReading {
        let reading = machine.reading()
        return ClockReading(
            bootID: reading.bootID, continuous: .seconds(reading.wall.timeIntervalSince1970), wall: reading.wall)
    }
}
