import ChildProcess
import Foundation
import LatchkeyBiometrics
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLinux

@Suite(.whereServicesRun, .serialized, .timeLimit(.minutes(5))) struct FingerprintServiceTests {
    @Test func anEnrolledFingerIsConfirmed() async throws {
        let reader = try await TestReader()
        #expect(try await reader.biometrics().status() == .fingerprint)
        #expect(try await reader.biometrics().enrolledFingers() == ["right-thumb"])
        #expect(await reader.authenticate(["SCAN mine"]) == (.authenticated, [.touch]))
        #expect(await reader.isFree())
    }

    @Test func unenrolledFingerIsRejected() async throws {
        let reader = try await TestReader()
        #expect(await reader.authenticate(["SCAN other"]) == (.rejected(.authenticationFailed), [.touch]))
        #expect(await reader.isFree())
    }

    @Test(arguments: [(0, FingerprintHint.again), (1, .longer), (2, .centred), (3, .lift)])
    func fingerprintHintIsForwardedAndAllowsAnotherScan(retry: Int, hint: FingerprintHint) async throws {
        let reader = try await TestReader()
        #expect(await reader.authenticate(["RETRY \(retry)", "SCAN mine"]) == (.authenticated, [.touch, hint]))
    }

    @Test func unpluggedReaderConfirmsNoMatch() async throws {
        let reader = try await TestReader()
        let (outcome, _) = await reader.authenticate(["UNPLUG"])
        #expect(outcome != .authenticated)
        await #expect(throws: BiometricAuthError.notAvailable) { try await reader.biometrics().status() }
        try await BiometricAuthContract { reader.biometrics() }.verify()
    }

    @Test(arguments: ["ERROR 5", "ERROR 1"]) func failingReaderConfirmsNoMatch(error: String) async throws {
        let reader = try await TestReader()
        let (outcome, _) = await reader.authenticate([error])
        guard case .rejected(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(!reason.isCancellation && reason != .authenticationFailed)
        #expect(await reader.isFree())
    }

    @Test func promptRequiresAnEnrolledFinger() async throws {
        let reader = try await TestReader(isEnrolled: false)
        await #expect(throws: BiometricAuthError.notEnrolled) { try await reader.biometrics().status() }
        #expect(await reader.authenticate([]) == (.rejected(.notEnrolled), []))
        try await BiometricAuthContract { reader.biometrics() }.verify()
        #expect(await reader.isFree())
    }

    @Test func readerInUseByAnotherProgramIsReported() async throws {
        let reader = try await TestReader()
        try await reader.withClaim { _ in
            let (outcome, hints) = await reader.authenticate([])
            let text = "Another program is using the fingerprint reader."
            #expect(outcome == .rejected(.systemError(code: 0, text: text)))
            #expect(hints == [])
        }
        #expect(await reader.authenticate(["SCAN mine"]).0 == .authenticated)
    }

    @Test func polkitDenialMakesBiometricsUnavailable() async throws {
        let reader = try await TestReader()
        try reader.allow(false)
        await #expect(throws: BiometricAuthError.notAvailable) { try await reader.biometrics().status() }
        #expect(await reader.authenticate([]) == (.rejected(.notAvailable), []))
        try await BiometricAuthContract { reader.biometrics() }.verify()
    }

    @Test func slowFingerScanIsAccepted() async throws {
        let reader = try await TestReader()
        // The virtual reader sleeps before the scan.
        let biometrics = reader.biometrics { _ in
            #expect(throws: Never.self) { try reader.does("SLEEP 300", "SCAN mine") }
        }
        #expect(await biometrics.authenticate(reason: "Test.") == .authenticated)
    }

    @Test func scanBeforeVerificationStartsIsAccepted() async throws {
        let reader = try await TestReader()
        for _ in 0..<10 {
            // Scans as soon as the reader is claimed, before verification starts.
            async let finger: Void = waits { (try? reader.does("SCAN mine")) != nil }
            #expect(await reader.biometrics().authenticate(reason: "Test.") == .authenticated)
            try await finger
        }
    }

    @Test func requestWithoutReplyTimesOut() async throws {
        let (reader, clock) = (try await TestReader(), ManualClock())
        let biometrics = reader.biometrics(timeLimit: .seconds(20), clock: clock)
        async let request = biometrics.authenticate(reason: "Test.")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(20))
        #expect(await request == .rejected(.systemCanceled))
        #expect(await reader.isFree())
    }

    @Test func cancelledRequestReleasesTheReader() async throws {
        let reader = try await TestReader()
        let (hints, touch) = AsyncStream.makeStream(of: FingerprintHint.self)
        let biometrics = reader.biometrics { touch.yield($0) }
        let request = Task { await biometrics.authenticate(reason: "Test.") }
        for await _ in hints { break }
        request.cancel()
        #expect(await request.value == .rejected(.appCanceled))
        #expect(await reader.isFree())
        #expect(await reader.authenticate(["SCAN mine"]).0 == .authenticated)
    }

    @Test func requestCancelledAtAnyMomentReleasesTheReader() async throws {
        let reader = try await TestReader()
        for moment in 0..<20 {
            let request = Task { await reader.biometrics().authenticate(reason: "Test.") }
            // Cancels at different steps of the request, paced by calls to the bus.
            for _ in 0..<moment { _ = try await reader.services.busObject().call("GetId") }
            request.cancel()
            #expect(await request.value == .rejected(.appCanceled))
            #expect(await reader.isFree(), "cancelled after \(moment) calls")
        }
    }

    @Test func serviceRestartFailsThePendingScanAndAllowsAnother() async throws {
        let reader = try await TestReader()
        let (hints, touch) = AsyncStream.makeStream(of: FingerprintHint.self)
        let biometrics = reader.biometrics { touch.yield($0) }
        let request = Task { await biometrics.authenticate(reason: "Test.") }
        for await _ in hints { break }
        try await reader.restart()
        #expect(await request.value == .rejected(.notAvailable))
        #expect(await reader.authenticate(["SCAN mine"]).0 == .authenticated)
    }

    @Test(
        "C13 MASVS-PLATFORM-1 a match forged by another process is rejected",
        arguments: [true, false])
    func aMatchForgedByAnotherProcessIsRejected(isToOne: Bool) async throws {
        let reader = try await TestReader()
        let biometrics = reader.biometrics { hint in
            guard hint == .touch else { return }
            #expect(throws: Never.self) {
                try reader.forgeMatch(isToOne: isToOne)
                // The real result follows the forged match.
                try reader.does("SCAN other")
            }
        }
        #expect(await biometrics.authenticate(reason: "Test.") == .rejected(.authenticationFailed))
    }

    @Test func killingTheAppReleasesTheReader() async throws {
        let reader = try await TestReader()
        let app = try ChildProcess(["fingerprint", reader.services.bus])
        #expect(app.nextLine() == "touch")
        #expect(await !reader.isFree())
        app.send(SIGKILL)
        #expect(try app.waitForChange() == .killed(by: SIGKILL))
        // The bus notifies fprintd of the disconnection.
        try await waits { await reader.isFree() }
        #expect(await reader.authenticate(["SCAN mine"]).0 == .authenticated)
    }
}
