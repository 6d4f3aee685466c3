import Foundation
import Testing

@testable import LatchkeyLinux

/// The reader and session status for `latchkey doctor`.
@Suite(.whereServicesRun, .serialized, .timeLimit(.minutes(5))) struct StatusServiceTests {
    private static let name = "Virtual device for debugging"

    private func probe() async throws -> FingerprintStatus { await .probe(on: try TestServices().bus) }

    @Test func statusReportsTheReaderAndItsEnrolledFingerCount() async throws {
        let reader = try await TestReader()
        #expect(try await probe() == FingerprintStatus(reader: Self.name, enrolledFingers: 1))
        #expect(await reader.isFree())
    }

    @Test func readerWithoutEnrolledFingersIsNotReportedAsAProblem() async throws {
        _ = try await TestReader(isEnrolled: false)
        #expect(try await probe() == FingerprintStatus(reader: Self.name))
    }

    @Test func readerDeniedByPolkitIsReportedWithTheReason() async throws {
        let reader = try await TestReader()
        try reader.allow(false)
        let status = try await probe()
        #expect(status.reader == Self.name && status.enrolledFingers == 0 && status.package == nil)
        #expect(status.problem?.contains("Not Authorized") == true)
    }

    @Test func missingReaderSuggestsNoPackage() async throws {
        _ = try await TestReader().authenticate(["UNPLUG"])
        let status = try await probe()
        #expect(status.reader == nil && status.problem?.isEmpty == false && status.package == nil)
    }

    @Test func missingFprintdSuggestsItsPackage() async throws {
        let reader = try await TestReader()
        let start = try await reader.end()
        let status = try await probe()
        #expect(status.reader == nil && status.problem?.isEmpty == false && status.package == "fprintd")
        try await start()
        #expect(try await probe().reader == Self.name)
    }

    @Test func unresponsiveFprintdIsReportedAfterATimeout() async throws {
        let service = try HangingService("net.reactivated.Fprint")
        let status = await FingerprintStatus.probe(on: service.address, timeout: .milliseconds(50))
        #expect(status == FingerprintStatus(reader: nil, problem: "fprintd does not respond in time"))
        withExtendedLifetime(service) {}
    }

    @Test func statusNamesTheProcessSessionOrUsersDisplaySession() async throws {
        let (logind, bus) = (try TestLogind(), try TestServices().bus)
        try logind.findsSession()
        #expect(await LogindStatus.probe(on: bus, process: getpid()) == LogindStatus(session: "test1"))
        try logind.findsSessionOfUser()
        #expect(await LogindStatus.probe(on: bus, process: getpid()) == LogindStatus(session: "test1"))
    }

    @Test func unresponsiveLogindIsReportedAfterATimeout() async throws {
        let (logind, bus) = (try TestLogind(), try TestServices().bus)
        let status = try await logind.whileSilent {
            await LogindStatus.probe(on: bus, process: getpid(), timeout: .milliseconds(20))
        }
        #expect(status == LogindStatus(session: nil, problem: "logind does not respond in time"))
    }

    @Test func missingSessionOrLogindIsReportedWithTheReason() async throws {
        let (logind, bus) = (try TestLogind(), try TestServices().bus)
        try logind.findsSession("raise dbus.exceptions.DBusException('None of them', name='org.example.NoSession')")
        #expect(
            await LogindStatus.probe(on: bus, process: getpid())
                == LogindStatus(session: nil, problem: "logind reports an error (org.example.NoSession: None of them)"))
        let start = try await logind.end()
        #expect(
            await LogindStatus.probe(on: bus, process: getpid())
                == LogindStatus(session: nil, problem: "logind does not run"))
        try await start()
        try logind.prepare()
    }
}

@Suite struct StatusTests {
    @Test func missingBusReportsAProblemAndSuggestsNoPackage() async {
        let bus = "unix:path=/nonexistent/bus"
        let (reader, session) = (
            await FingerprintStatus.probe(on: bus), await LogindStatus.probe(on: bus, process: 1)
        )
        #expect(reader.reader == nil && reader.problem?.isEmpty == false && reader.package == nil)
        #expect(session.session == nil && session.problem?.isEmpty == false)
    }
}
